import type { Reason } from '@plimsoll/contract';
import { tradecancelOrder, upbbbuy } from '@plimsoll/contract/spot';
import ccxt from 'ccxt';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openKeyWorld, type KeyRequest, type KeyWorld, type MadeKey } from '../../../testing/key-world.ts';
import { CODE, errorBody, errorOf, UNFIT } from './answers.ts';

// Every error that a program of HTX's is answered is one that ccxt raises as a class of its own; each by a real request.

const MAX_OPEN = 3;
let opened: KeyWorld;
let trader: MadeKey;
let position = '1000000000';
beforeAll(async () => {
  opened = await openKeyWorld({
    maxOpenOrders: MAX_OPEN,
    priceBand: '0.1',
    limits: () => ({ position, memberMinute: '1000000000' }),
  });
  trader = await opened.make({ trade: '1' });
});
afterAll(() => opened.close());
beforeEach(async () => {
  // Past what was signed before, with a book and no limit that the last test left.
  opened.world.clock.advance(600_000);
  position = '1000000000';
  await opened.quote();
});

const exchange = new ccxt.htx();
/** What ccxt raises for an answer; nothing when it takes it for a good one. */
function raisedFor(answer: object): string {
  try {
    exchange.handleErrors(200, 'OK', '', 'POST', {}, JSON.stringify(answer), answer, {}, undefined);
    return 'nothing';
  } catch (error) {
    return error instanceof Error ? error.constructor.name : 'no error';
  }
}

const order = (fields: Readonly<Record<string, string>>, made: MadeKey = trader): KeyRequest =>
  opened.order(made, { type: 'buy-limit', amount: '1', price: '95', ...fields });
const get = (path: string, fields: KeyRequest['fields'] = {}): KeyRequest => opened.request(trader, { path, fields });
const post = (path: string, body: object, made: MadeKey = trader): KeyRequest =>
  opened.request(made, { method: 'POST', path, body });
const cancel = (id: string): KeyRequest => post(`/v1/order/orders/${id}/submitcancel`, {});
const cancelAll = (): Promise<unknown> => opened.send(post('/v1/order/orders/batchCancelOpenOrders', {}));
async function placed(fields: Readonly<Record<string, string>> = {}, made?: MadeKey): Promise<string> {
  opened.world.clock.advance(1_000);
  const { status, data } = await opened.send(order(fields, made));
  expect(status).toBe('ok');
  return String(data);
}

type Asking = () => KeyRequest | Promise<KeyRequest>;
/** What is asked, the code that answers it, and ccxt's class for that. */
const ASKED: readonly (readonly [what: string, code: keyof typeof CODE, raised: string, asking: Asking])[] = [
  ['a wrong secret', 'signature', 'AuthenticationError', () => ({ ...get('/v1/account/accounts'), secret: 'guessed' })],
  ['an unknown key', 'signature', 'AuthenticationError', () => ({ ...get('/v1/account/accounts'), access: 'guessed' })],
  [
    'a time long past',
    'signature',
    'AuthenticationError',
    () => ({ ...get('/v1/account/accounts'), atMs: opened.world.clock.nowMs() - 301_000 }),
  ],
  [
    'a signature for the second time',
    'signature',
    'AuthenticationError',
    async () => {
      const asked = get('/v1/account/accounts');
      await opened.send(asked);
      opened.world.clock.advance(5_001);
      return asked;
    },
  ],
  [
    'a key that has expired',
    'signature',
    'AuthenticationError',
    async () => {
      const made = await opened.make({ expires: String(opened.world.clock.nowMs() + 3_600_000) });
      opened.world.clock.advance(3_601_000);
      return opened.request(made);
    },
  ],
  ['no right to trade', 'signature', 'PermissionDenied', async () => order({}, await opened.make())],
  [
    'another network',
    'signature',
    'PermissionDenied',
    async () => opened.request(await opened.make({ networks: '198.51.100.0/24' })),
  ],
  [
    'another market',
    'signature',
    'PermissionDenied',
    async () => order({}, await opened.make({ trade: '1', markets: 'ethusdt' })),
  ],
  [
    'an order of another market',
    'signature',
    'PermissionDenied',
    async () => {
      const id = await placed();
      const made = await opened.make({ trade: '1', markets: 'ethusdt' });
      await opened.send(cancel(id));
      return opened.request(made, { path: `/v1/order/orders/${id}` });
    },
  ],
  [
    'more than a hundred calls a second',
    'frequency',
    'RateLimitExceeded',
    async () => {
      const made = await opened.make();
      const each = () => opened.send(opened.request(made));
      await Promise.all(Array.from({ length: 100 }, each));
      return opened.request(made);
    },
  ],
  ['another account', 'account', 'AccountNotEnabled', () => order({ 'account-id': '999999' })],
  ['the balance of another account', 'account', 'AccountNotEnabled', () => get('/v1/account/accounts/9/balance')],
  ['an unknown market', 'symbol', 'BadSymbol', () => order({ symbol: 'nothing' })],
  [
    'the fee of an unknown market',
    'symbol',
    'BadSymbol',
    () => get('/v2/reference/transact-fee-rate', { symbols: 'nothing' }),
  ],
  ['no market', 'noSymbol', 'BadSymbol', () => order({ symbol: '' })],
  ['no type', 'parameter', 'BadRequest', () => order({ type: 'buy-stop-limit' })],
  ['a page that is none', 'parameter', 'BadRequest', () => get('/v1/order/history', { size: '0' })],
  ['a ledger of an unknown coin', 'parameter', 'BadRequest', () => get('/v2/account/ledger', { currency: 'none' })],
  ['a switch of a second', 'parameter', 'BadRequest', () => post('/v2/algo-orders/cancel-all-after', { timeout: '1' })],
  [
    'a body too large to read',
    'parameter',
    'BadRequest',
    () => post('/v1/order/orders/batchcancel', { 'order-ids': Array.from({ length: 9_000 }, () => '100001') }),
  ],
  ['no states', 'missing', 'BadRequest', () => get('/v1/order/orders', { symbol: 'btcusdt' })],
  ['no orders to cancel', 'missing', 'BadRequest', () => post('/v1/order/orders/batchcancel', {})],
  ['unknown states', 'format', 'BadRequest', () => get('/v1/order/orders', { symbol: 'btcusdt', states: 'lost' })],
  ['a number that is none', 'format', 'BadRequest', () => order({ 'client-order-id': 'with blanks' })],
  ...[1.5, 2 ** 60, ['listed'], { of: 'fields' }, true].map(
    (given) =>
      [
        `${JSON.stringify(given)} as its number`,
        'format',
        'BadRequest',
        () => {
          const asked = order({});
          return { ...asked, body: { ...asked.body, 'client-order-id': given } };
        },
      ] as const,
  ),
  [
    'an order by a number that is none',
    'noOrder',
    'OrderNotFound',
    () => get('/v1/order/orders/getClientOrder', { clientOrderId: '\0' }),
  ],
  [
    'a cancellation by a number that is none',
    'noOrder',
    'OrderNotFound',
    () => post('/v1/order/orders/submitCancelClientOrder', { 'client-order-id': '\0' }),
  ],
  [
    'a number of another order',
    'format',
    'BadRequest',
    async () => {
      const id = await placed({ 'client-order-id': 'again' });
      await opened.send(cancel(id));
      return order({ 'client-order-id': 'again', amount: '2' });
    },
  ],
  ['an unknown order', 'noOrder', 'OrderNotFound', () => get('/v1/order/orders/999')],
  ['a cancellation of an unknown order', 'noOrder', 'OrderNotFound', () => cancel('999')],
  ['fills of an unknown order', 'noOrder', 'OrderNotFound', () => get('/v1/order/orders/999/matchresults')],
  [
    'an order that is over',
    'orderOver',
    'OrderNotFound',
    async () => {
      const id = await placed();
      await opened.send(cancel(id));
      opened.world.clock.advance(6_000);
      return cancel(id);
    },
  ],
  ['too little money', 'balance', 'InsufficientFunds', () => order({ amount: '100000' })],
  ['too little to sell', 'balance', 'InsufficientFunds', () => order({ type: 'sell-market', amount: '5000' })],
  ['no amount', 'amount', 'InvalidOrder', () => order({ amount: 'much' })],
  ['an amount off its step', 'amount', 'InvalidOrder', () => order({ amount: '1.00000001' })],
  ['no price', 'price', 'InvalidOrder', () => order({ price: '-1' })],
  ['a price off its step', 'priceStep', 'InvalidOrder', () => order({ price: '95.00000001' })],
  ['a price far above', 'buyTooHigh', 'InvalidOrder', () => order({ price: '300' })],
  ['a price far below', 'sellTooLow', 'InvalidOrder', () => order({ type: 'sell-limit', price: '10' })],
  ['a limit order too small', 'limitTooSmall', 'InvalidOrder', () => order({ amount: '0.00000001' })],
  [
    'a market sell too small',
    'marketTooSmall',
    'InvalidOrder',
    () => order({ type: 'sell-market', amount: '0.00000001' }),
  ],
  [
    'a market buy of too little',
    'valueTooSmall',
    'InvalidOrder',
    () => order({ type: 'buy-market', amount: '0.0001' }),
  ],
  [
    'too many open orders',
    'holding',
    'InvalidOrder',
    async () => {
      for (let count = 0; count < MAX_OPEN; count += 1) await placed();
      return order({});
    },
  ],
  [
    'the cap of a day',
    'holding',
    'InvalidOrder',
    async () => order({ amount: '2' }, await opened.make({ trade: '1', day_cap: '100' })),
  ],
  [
    'the cap on losses',
    'holding',
    'InvalidOrder',
    async () => {
      const made = await opened.make({ trade: '1', loss_cap: '1' });
      await placed({ type: 'buy-ioc', amount: '10', price: '101' }, made);
      return order({}, made);
    },
  ],
  [
    'the platform’s limit',
    'holding',
    'InvalidOrder',
    () => {
      position = '0';
      return order({ type: 'buy-market', amount: '1000' });
    },
  ],
  [
    'no fresh price',
    'notFresh',
    'ExchangeNotAvailable',
    () => {
      opened.world.clock.advance(60_000);
      return order({ type: 'sell-market' });
    },
  ],
  [
    'nobody to buy from',
    'notFilled',
    'ExchangeNotAvailable',
    () => {
      opened.world.market.setBook('btcusdt', { bids: [['100', '1000']] });
      return order({ type: 'buy-market', amount: '1000' });
    },
  ],
];

describe('a request', () => {
  test.each(ASKED)('%s: %s, %s', async (_what, code, raised, asking) => {
    const asked = await asking();
    const answer = await opened.send(asked);
    expect([answer['err-code'], raisedFor(answer)]).toEqual([CODE[code], raised]);
    await cancelAll();
  });

  test('every code is met above, but one whose rule no market has', () => {
    const met = new Set(ASKED.map(([, code]) => CODE[code]));
    expect(Object.values(CODE).filter((code) => !met.has(code))).toEqual([CODE.limitTooLarge]);
  });
});

/** What the words of reasons name. */
const params = { minimum: '1', maximum: '1', step: '1', coin: 'BTC', price: '1', percent: '1', left: '1' };
/** Of what a program here does not ask: it names no plan. */
const UNASKED = new Set<Reason>(['bad_plan']);
const both = (error: ReturnType<typeof errorOf>) => [false, true].map((isV2) => raisedFor(errorBody(error, isV2)));

test.each([...new Set([...upbbbuy.reasons, ...tradecancelOrder.reasons])].filter((each) => !UNASKED.has(each)))(
  'an order or a cancellation refused with %s raises a class of its own, of either version',
  (reason) => {
    for (const sent of [undefined, { mode: 'limit', side: 'buy' }, { mode: 'market', side: 'sell' }] as const) {
      const error = errorOf({ reason, params }, sent);
      // A reason without a code of its own would be a bad request.
      expect(error.code).not.toBe(CODE.parameter);
      for (const raised of both(error)) expect(raised).not.toMatch(/^(nothing|ExchangeError|BadRequest)$/);
    }
  },
);

test('of an order only its market can be unknown', () => {
  expect(both(errorOf({ reason: 'not_found' }, { mode: 'limit', side: 'buy' }))).toEqual(['BadSymbol', 'BadSymbol']);
});

test.each(Object.values(CODE))('%s raises a class of its own, of either version', (code) => {
  for (const raised of both({ code, message: '' })) expect(raised).not.toMatch(/^(nothing|ExchangeError)$/);
});

test.each([
  ['signature', 'AuthenticationError'],
  ['timestamp', 'AuthenticationError'],
  ['replayed', 'AuthenticationError'],
  ['access_key', 'AuthenticationError'],
  ['network', 'PermissionDenied'],
  ['frequency', 'RateLimitExceeded'],
] as const)('a request that is not let in for its %s raises %s', (unfit, raised) => {
  expect(both(UNFIT[unfit])).toEqual([raised, raised]);
});
