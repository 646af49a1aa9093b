import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import ccxt, {
  AccountNotEnabled,
  AuthenticationError,
  BadRequest,
  BadSymbol,
  ExchangeNotAvailable,
  InsufficientFunds,
  InvalidOrder,
  OrderNotFound,
  PermissionDenied,
} from 'ccxt';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { obtain, PASSWORD, registerFunded } from '../apps/server/src/testing/api-client.ts';
import { startChildServer, type ChildServer } from '../apps/server/src/testing/child-server.ts';
import { pushedBalances, subscribed, type Received } from './support/ccxt-private.ts';
import { openCcxt } from './support/ccxt.ts';

// A program written for HTX's private calls works unchanged against the server, with a key of a member's.

const SYMBOL = 'BTC/USDT';
const MARKET = 'btcusdt';
const STARTING_MS = 120_000;
const ASK_AGAIN_MS = 100;

type Exchange = Awaited<ReturnType<typeof openCcxt>>;
const opened: (() => unknown)[] = [];
let server: ChildServer;
let token: string;
let exchange: Exchange;
let received: Received;
let reader: Exchange;
let elsewhere: Exchange;
let onEth: Exchange;
let capped: Exchange;
let byHost: Exchange;
let price: number;

type Made = { readonly apiKey: string; readonly secret: string };
async function keyOf(fields: Readonly<Record<string, string>>): Promise<Made> {
  const { access, secret } = await obtain(
    server.url,
    'makeKey',
    { name: 'of this test', password: PASSWORD, ...fields },
    { token },
  );
  return { apiKey: access, secret: secret ?? '' };
}
async function open(made: Made, host?: string): Promise<Exchange> {
  const program = await openCcxt(server.url, host === undefined ? made : { ...made, host });
  opened.push(() => program.close());
  const send = program.createOrder.bind(program);
  // A busy machine may lack a fresh price for a moment: a program asks again.
  program.createOrder = async (...order: Parameters<typeof send>) => {
    for (;;)
      try {
        return await send(...order);
      } catch (error) {
        if (!(error instanceof ExchangeNotAvailable)) throw error;
        await delay(ASK_AGAIN_MS);
      }
  };
  await program.loadMarkets();
  return program;
}

beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plimsoll-ccxt-private-'));
  opened.push(() => rmSync(dataDir, { recursive: true, force: true }));
  server = await startChildServer({ dataDir, env: { FEED: 'simulated', FEED_RATE: '1', FEED_SEED: 'ccxt' } });
  opened.push(() => server.stop());
  token = await registerFunded(server.url, 'program@quay.example');
  exchange = await open(await keyOf({ trade: '1' }));
  // Before the first connection, which takes the method as it is then.
  received = vi.spyOn(exchange, 'handleMessage');
  reader = await open(await keyOf({}));
  elsewhere = await open(await keyOf({ trade: '1', networks: '203.0.113.0/24' }));
  onEth = await open(await keyOf({ trade: '1', markets: 'ethusdt' }));
  capped = await open(await keyOf({ trade: '1', day_cap: '100' }));
  byHost = await open(await keyOf({ trade: '1' }), new URL(server.url).host);
  price = (await exchange.fetchTicker(SYMBOL)).last ?? 0;
}, STARTING_MS);
afterAll(async () => {
  for (const end of opened.toReversed()) await end();
}, STARTING_MS);

/** Far below the price: it rests. */
const low = (): number => Math.round(price * 0.6);
/** Far above, within the band: it is filled at once. */
const high = (): number => Math.round(price * 1.05);
type Side = 'buy' | 'sell';
type Params = Readonly<Record<string, unknown>>;
/** Places an order; its id. */
const placeOn = async (on: Exchange, type: string, side: Side, amount: number, at?: number, params: Params = {}) => ({
  id: String((await on.createOrder(SYMBOL, type, side, amount, at, params)).id),
});
const place = (type: string, side: Side, amount: number, at?: number, params?: Params) =>
  placeOn(exchange, type, side, amount, at, params);
const stateOf = async (id: string) => (await exchange.fetchOrder(id, SYMBOL)).info.state as string;

describe('accounts', () => {
  test('loadAccounts has the one account', async () => {
    const accounts = await exchange.loadAccounts(true);
    expect(accounts).toHaveLength(1);
    expect(accounts[0]).toMatchObject({ type: 'spot' });
  });

  test('fetchBalance is the funds that the app shows', async () => {
    const { coinList } = await obtain(server.url, 'getUserBalanceList', {}, { token });
    const funds = coinList.find(({ type }) => type === 1)?.balanceInfo ?? [];
    const balance = await exchange.fetchBalance();
    for (const { coinName, balance: free, dbalance } of funds) {
      expect(balance[coinName]).toMatchObject({ free: Number(free), used: Number(dbalance) });
    }
    expect(balance['USDT']?.total).toBe(10_000);
  });

  test('fetchBalance of another account is refused', async () => {
    await expect(exchange.fetchBalance({ accountId: '999999' })).rejects.toThrow(AccountNotEnabled);
  });

  test('fetchTradingFee is what the market charges', async () => {
    const fee = await exchange.fetchTradingFee(SYMBOL);
    expect(fee.maker).toBeGreaterThan(0);
    expect(fee.taker).toBe(fee.maker);
    expect(fee.symbol).toBe(SYMBOL);
  });

  test('fetchLedger has the money that was given', async () => {
    const [first] = await exchange.fetchLedger('USDT');
    expect(first).toMatchObject({ currency: 'USDT', type: 'deposit', amount: 10_000 });
  });
});

describe('orders', () => {
  test('a limit order rests, is found by its id, and is cancelled', async () => {
    const { id } = await place('limit', 'buy', 0.001, low());
    expect(await exchange.fetchOrder(id, SYMBOL)).toMatchObject({
      id,
      symbol: SYMBOL,
      type: 'limit',
      side: 'buy',
      status: 'open',
      price: low(),
      amount: 0.001,
      filled: 0,
    });
    expect((await exchange.fetchOpenOrders(SYMBOL)).map((order) => order.id)).toContain(id);
    expect(await exchange.cancelOrder(id, SYMBOL)).toMatchObject({ id, status: 'canceled' });
    expect(await stateOf(id)).toBe('canceled');
    expect((await exchange.fetchOpenOrders(SYMBOL)).map((order) => order.id)).not.toContain(id);
  });

  test('a limit order that crosses is filled', async () => {
    const { id } = await place('limit', 'buy', 0.001, high());
    const order = await exchange.fetchOrder(id, SYMBOL);
    expect(order).toMatchObject({ status: 'closed', filled: 0.001, remaining: 0 });
    expect(order.average).toBeLessThanOrEqual(high());
    expect(order.fee?.currency).toBe('BTC');
  });

  test('a market buy spends its cost', async () => {
    const { id } = await place('market', 'buy', 100, undefined, {
      createMarketBuyOrderRequiresPrice: false,
      cost: 100,
    });
    const order = await exchange.fetchOrder(id, SYMBOL);
    expect(order).toMatchObject({ status: 'closed', type: 'market', side: 'buy' });
    expect(order.cost).toBeGreaterThan(99);
    expect(order.cost).toBeLessThanOrEqual(100);
  });

  test('a market sell sells its quantity', async () => {
    const { id } = await place('market', 'sell', 0.0005);
    expect(await exchange.fetchOrder(id, SYMBOL)).toMatchObject({ status: 'closed', filled: 0.0005, side: 'sell' });
  });

  test('what is not filled at once of an IOC order is cancelled', async () => {
    const { id } = await place('limit', 'buy', 0.001, low(), { timeInForce: 'IOC' });
    expect(await exchange.fetchOrder(id, SYMBOL)).toMatchObject({ status: 'canceled', filled: 0, type: 'ioc' });
  });

  test('an IOC order that crosses is filled', async () => {
    const { id } = await place('limit', 'buy', 0.001, high(), { timeInForce: 'IOC' });
    expect(await exchange.fetchOrder(id, SYMBOL)).toMatchObject({ status: 'closed', filled: 0.001 });
  });

  test('a FOK order is filled whole', async () => {
    const { id } = await place('limit', 'buy', 0.001, high(), { timeInForce: 'FOK' });
    expect(await stateOf(id)).toBe('filled');
  });

  test('or not at all', async () => {
    const { id } = await place('limit', 'buy', 0.001, low(), { timeInForce: 'FOK' });
    expect(await exchange.fetchOrder(id, SYMBOL)).toMatchObject({ status: 'canceled', filled: 0 });
  });

  test('a post-only order rests', async () => {
    const { id } = await place('limit', 'buy', 0.001, low(), { postOnly: true });
    expect(await stateOf(id)).toBe('submitted');
    await exchange.cancelOrder(id, SYMBOL);
  });

  test('or is cancelled where it would be filled', async () => {
    const { id } = await place('limit', 'buy', 0.001, high(), { postOnly: true });
    expect(await exchange.fetchOrder(id, SYMBOL)).toMatchObject({ status: 'canceled', filled: 0 });
  });

  test('the program’s number is the idempotency key: the same number is the same order', async () => {
    const same = () => place('limit', 'buy', 0.001, low(), { clientOrderId: 'once-1' });
    const ids = (await Promise.all([same(), same(), same()])).map(({ id }) => id);
    expect(new Set(ids).size).toBe(1);
    const found = await exchange.fetchOrder('', SYMBOL, { clientOrderId: 'once-1' });
    expect(found).toMatchObject({ id: ids[0], clientOrderId: 'once-1' });
    await expect(place('limit', 'buy', 0.002, low(), { clientOrderId: 'once-1' })).rejects.toThrow(BadRequest);
    await exchange.cancelOrder('', SYMBOL, { clientOrderId: 'once-1' });
    expect(await stateOf(ids[0] ?? '')).toBe('canceled');
  });

  test('cancelOrders says of each what became of it', async () => {
    const [one, two] = [await place('limit', 'buy', 0.001, low()), await place('limit', 'buy', 0.001, low())];
    const answer: unknown = await exchange.cancelOrders([one.id, two.id, '123'], SYMBOL);
    expect(answer).toMatchObject([
      { id: one.id, status: 'canceled' },
      { id: two.id, status: 'canceled' },
      { id: '123', status: 'failed' },
    ]);
  });

  test('cancelAllOrders leaves none open', async () => {
    await place('limit', 'buy', 0.001, low());
    await place('limit', 'buy', 0.001, low());
    await exchange.cancelAllOrders(SYMBOL);
    expect(await exchange.fetchOpenOrders(SYMBOL)).toEqual([]);
  });

  test('cancelAllOrdersAfter cancels without another call in time, and not when it is ended', async () => {
    const { id } = await place('limit', 'buy', 0.001, low());
    expect((await exchange.cancelAllOrdersAfter(60_000)).data.triggerTime).toBeGreaterThan(Date.now());
    expect((await exchange.cancelAllOrdersAfter(0)).data.triggerTime).toBe(0);
    expect(await stateOf(id)).toBe('submitted');
    await exchange.cancelAllOrdersAfter(5_000);
    await vi.waitFor(async () => expect(await stateOf(id)).toBe('canceled'), { timeout: 30_000, interval: 200 });
  }, 60_000);
});

describe('lists', () => {
  test('fetchOrders and fetchClosedOrders', async () => {
    const all = await exchange.fetchOrders(SYMBOL);
    const closed = await exchange.fetchClosedOrders(SYMBOL);
    expect(all.length).toBeGreaterThan(closed.length);
    expect(closed.length).toBeGreaterThan(0);
    expect(closed.every(({ status }) => status === 'closed')).toBe(true);
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set(['closed', 'canceled']));
  });

  test.each([1, 2])('fetchOrders of %s', async (limit) => {
    expect(await exchange.fetchOrders(SYMBOL, undefined, limit)).toHaveLength(limit);
  });

  test('fetchOrders since now has none', async () => {
    expect(await exchange.fetchOrders(SYMBOL, Date.now() + 60_000)).toEqual([]);
  });

  test('the history has the same orders', async () => {
    const all = await exchange.fetchOrders(SYMBOL);
    exchange.options['fetchOrdersByStatesMethod'] = 'spot_private_get_v1_order_history';
    const history = await exchange.fetchOrders(SYMBOL);
    delete exchange.options['fetchOrdersByStatesMethod'];
    expect(history.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  });

  test('fetchMyTrades are the fills that the app shows', async () => {
    const { list: markets } = await obtain(server.url, 'getMarketList');
    const m_id = String(markets.find(({ symbol }) => symbol === MARKET)?.id);
    const { list } = await obtain(server.url, 'tradegetFillList', { m_id, limit: '50' }, { token });
    const trades = await exchange.fetchMyTrades(SYMBOL);
    const inOrder = (lines: readonly string[]) => lines.toSorted((a, b) => (a < b ? -1 : 1));
    expect(inOrder(trades.map(({ order, price: at, amount, fee }) => `${order} ${at} ${amount} ${fee?.cost}`))).toEqual(
      inOrder(list.map((fill) => `${fill.bb_id} ${Number(fill.price)} ${Number(fill.num)} ${Number(fill.fee)}`)),
    );
    expect(new Set(trades.map(({ id }) => id)).size).toBe(trades.length);
    expect(trades.every(({ takerOrMaker }) => takerOrMaker === 'taker')).toBe(true);
  });

  test('fetchMyTrades of all markets', async () => {
    expect((await exchange.fetchMyTrades()).length).toBeGreaterThan(0);
  });

  test('fetchOrderTrades are the fills of one order', async () => {
    const { id } = await place('limit', 'buy', 0.001, high());
    const trades = await exchange.fetchOrderTrades(id, SYMBOL);
    expect(trades.length).toBeGreaterThan(0);
    expect(trades.every(({ order }) => order === id)).toBe(true);
    expect(trades.reduce((sum, { amount }) => sum + (amount ?? 0), 0)).toBeCloseTo(0.001, 8);
  });

  test('fetchLedger has trades and their fees', async () => {
    const types = new Set((await exchange.fetchLedger()).map(({ type }) => type));
    expect(types).toEqual(new Set(['deposit', 'trade', 'fee']));
  });
});

describe('refusals', () => {
  test('too little money', async () => {
    await expect(place('limit', 'buy', 5, low())).rejects.toThrow(InsufficientFunds);
  });
  test('too little to sell', async () => {
    await expect(place('limit', 'sell', 1, high())).rejects.toThrow(InsufficientFunds);
  });
  test('below the minimum quantity', async () => {
    await expect(raw({ type: 'buy-limit', amount: '0.00000001', price: String(low()) })).rejects.toThrow(
      /amount-min-error/,
    );
    await expect(raw({ type: 'buy-limit', amount: '0.00000001', price: String(low()) })).rejects.toThrow(InvalidOrder);
  });
  test('below the minimum value', async () => {
    await expect(raw({ type: 'buy-market', amount: '0.01' })).rejects.toThrow(/order-value-min-error/);
    await expect(raw({ type: 'buy-market', amount: '0.01' })).rejects.toThrow(InvalidOrder);
  });
  test('a market sell below the minimum', async () => {
    await expect(raw({ type: 'sell-market', amount: '0.00000001' })).rejects.toThrow(/marketorder-amount-min/);
  });
  test('a price finer than its step', async () => {
    await expect(raw({ type: 'buy-limit', amount: '0.001', price: `${low()}.00000001` })).rejects.toThrow(
      /orderprice-precision/,
    );
  });
  test('a price beyond the band', async () => {
    await expect(raw({ type: 'buy-limit', amount: '0.001', price: String(price * 3) })).rejects.toThrow(InvalidOrder);
  });
  test('an amount that is none', async () => {
    await expect(raw({ type: 'buy-limit', amount: 'much', price: '1' })).rejects.toThrow(InvalidOrder);
  });
  test('a price that is none', async () => {
    await expect(raw({ type: 'buy-limit', amount: '0.001', price: '-1' })).rejects.toThrow(InvalidOrder);
  });
  test('a type that is not offered', async () => {
    await expect(raw({ type: 'buy-stop-limit', amount: '0.001', price: '1' })).rejects.toThrow(BadRequest);
  });
  test('a market that is none', async () => {
    await expect(raw({ symbol: 'nothing', type: 'buy-limit', amount: '1', price: '1' })).rejects.toThrow(BadSymbol);
  });
  test('no market at all', async () => {
    await expect(raw({ symbol: '', type: 'buy-limit', amount: '1', price: '1' })).rejects.toThrow(BadSymbol);
  });
  test('another account', async () => {
    await expect(raw({ 'account-id': '999999', type: 'buy-limit', amount: '1', price: '1' })).rejects.toThrow(
      AccountNotEnabled,
    );
  });
  test('an unknown order', async () => {
    await expect(exchange.fetchOrder('123', SYMBOL)).rejects.toThrow(OrderNotFound);
    await expect(exchange.cancelOrder('123', SYMBOL)).rejects.toThrow(OrderNotFound);
    await expect(exchange.fetchOrderTrades('123', SYMBOL)).rejects.toThrow(OrderNotFound);
  });
  test('an order that is over', async () => {
    const { id } = await place('limit', 'buy', 0.001, low());
    await exchange.cancelOrder(id, SYMBOL);
    await expect(exchange.cancelOrder(id, SYMBOL)).rejects.toThrow(OrderNotFound);
  });
  test('an unknown number of a program’s', async () => {
    await expect(exchange.cancelOrder('', SYMBOL, { clientOrderId: 'never' })).rejects.toThrow(OrderNotFound);
  });
  test('a wrong secret', async () => {
    const wrong = await open({ apiKey: exchange.apiKey, secret: 'another' });
    await expect(wrong.fetchBalance()).rejects.toThrow(AuthenticationError);
  });
  test('an unknown access key', async () => {
    const unknown = await open({ apiKey: 'none', secret: exchange.secret });
    await expect(unknown.fetchBalance()).rejects.toThrow(AuthenticationError);
    await expect(unknown.fetchTradingFee(SYMBOL)).rejects.toThrow(AuthenticationError);
  });
  test('another host than the few that the platform answers for', async () => {
    const other = await open({ apiKey: exchange.apiKey, secret: exchange.secret }, 'other.example');
    await expect(other.fetchBalance()).rejects.toThrow(AuthenticationError);
  });
  test('a key that may only read', async () => {
    expect((await reader.fetchBalance())['USDT']).toBeDefined();
    await expect(reader.createOrder(SYMBOL, 'limit', 'buy', 0.001, low())).rejects.toThrow(PermissionDenied);
    await expect(reader.cancelAllOrders(SYMBOL)).rejects.toThrow(PermissionDenied);
    await expect(reader.cancelAllOrdersAfter(60_000)).rejects.toThrow(PermissionDenied);
  });
  test('a key from another network', async () => {
    await expect(elsewhere.fetchBalance()).rejects.toThrow(PermissionDenied);
  });
  test('a key on another market', async () => {
    await expect(onEth.createOrder(SYMBOL, 'limit', 'buy', 0.001, low())).rejects.toThrow(PermissionDenied);
    await expect(onEth.fetchOpenOrders(SYMBOL)).rejects.toThrow(PermissionDenied);
    expect(await onEth.fetchMyTrades()).toEqual([]);
  });
  test('a key beyond its day', async () => {
    const { id } = await placeOn(capped, 'limit', 'buy', 0.001, low());
    await expect(capped.createOrder(SYMBOL, 'limit', 'buy', 0.002, low())).rejects.toThrow(InvalidOrder);
    await capped.cancelOrder(id, SYMBOL);
    // What was cancelled is free again.
    const again = await placeOn(capped, 'limit', 'buy', 0.001, low());
    await capped.cancelOrder(again.id, SYMBOL);
  });
  test('a key that was ended', async () => {
    const made = await keyOf({});
    const soon = await open(made);
    expect((await soon.fetchBalance())['USDT']).toBeDefined();
    const { list } = await obtain(server.url, 'getKeys', {}, { token });
    const id = String(list.find(({ shown }) => made.apiKey.startsWith(shown))?.id);
    await obtain(server.url, 'endKey', { id }, { token });
    await expect(soon.fetchBalance()).rejects.toThrow(AuthenticationError);
  });

  /** An order as written, past ccxt's own rounding. */
  async function raw(fields: Readonly<Record<string, string>>): Promise<unknown> {
    await exchange.loadAccounts();
    const account = exchange.accounts[0]?.id ?? '';
    return exchange['spotPrivatePostV1OrderOrdersPlace']({ 'account-id': account, symbol: MARKET, ...fields });
  }
});

describe('another host name', () => {
  test('reads and trades, signed for the address it calls', async () => {
    expect((await byHost.fetchBalance())['USDT']).toBeDefined();
    const { id } = await placeOn(byHost, 'limit', 'buy', 0.001, low());
    expect(await byHost.fetchOrder(id, SYMBOL)).toMatchObject({ id, status: 'open' });
    await byHost.cancelOrder(id, SYMBOL);
    expect((await byHost.cancelAllOrdersAfter(0)).data.triggerTime).toBe(0);
  });

  test('at the root of a host of its own', async () => {
    const atRoot = new ccxt.pro.htx({
      apiKey: byHost.apiKey,
      secret: byHost.secret,
      enableRateLimit: false,
      options: { fetchMarkets: { types: { spot: true, linear: false, inverse: false } } },
    });
    opened.push(() => atRoot.close());
    atRoot.hostname = new URL(server.url).host;
    Object.assign(Object(atRoot.urls)['hostnames'], { spot: atRoot.hostname });
    const api = Object(atRoot.urls)['api'];
    Object.assign(
      api,
      Object.fromEntries(['spot', 'public', 'private', 'v2Public', 'v2Private'].map((name) => [name, server.url])),
    );
    await atRoot.loadMarkets();
    expect((await atRoot.fetchBalance())['USDT']).toBeDefined();
    expect((await atRoot.fetchTicker(SYMBOL)).last).toBeGreaterThan(0);
  });
});

describe('streams', () => {
  test('watchOrders reports a new order and its cancellation', async () => {
    const first = exchange.watchOrders(SYMBOL);
    await subscribed(received, `orders#${MARKET}`);
    const { id } = await place('limit', 'buy', 0.001, low());
    expect((await first).at(-1)).toMatchObject({ id, status: 'open', symbol: SYMBOL, side: 'buy', price: low() });
    const second = exchange.watchOrders(SYMBOL);
    await exchange.cancelOrder(id, SYMBOL);
    expect((await second).at(-1)).toMatchObject({ id, status: 'canceled' });
  });

  test('watchOrders reports fills', async () => {
    const orders: unknown[] = [];
    const filled = (async () => {
      for (;;) {
        const [last] = (await exchange.watchOrders(SYMBOL)).slice(-1);
        orders.push(last);
        if (last?.status === 'closed') return last;
      }
    })();
    const { id } = await place('limit', 'buy', 0.001, high());
    expect(await filled).toMatchObject({ id, filled: 0.001, remaining: 0 });
  });

  test('watchOrders of every market', async () => {
    const all = exchange.watchOrders();
    await subscribed(received, 'orders#*');
    const { id } = await place('limit', 'buy', 0.001, low());
    expect((await all).at(-1)).toMatchObject({ id, status: 'open' });
    await exchange.cancelOrder(id, SYMBOL);
  });

  test('watchMyTrades has each fill with its fee', async () => {
    const next = exchange.watchMyTrades(SYMBOL);
    await subscribed(received, `trade.clearing#${MARKET}#0`);
    const { id } = await place('market', 'sell', 0.0005);
    const trades = await next;
    expect(trades.at(-1)).toMatchObject({ order: id, symbol: SYMBOL, side: 'sell', takerOrMaker: 'taker' });
    expect(trades.at(-1)?.fee?.currency).toBe('USDT');
  });

  test('watchBalance is answered at a change; the message is HTX’s own', async () => {
    const first = exchange.watchBalance();
    await subscribed(received, 'accounts.update#2');
    expect(await first).toBeDefined();
    const messages = await pushedBalances(server.url, exchange);
    expect(messages.find(({ currency }) => currency === 'usdt')).toMatchObject({
      accountType: 'trade',
      changeType: null,
      balance: expect.stringMatching(/^\d+\.\d{8}$/),
      available: expect.stringMatching(/^\d+\.\d{8}$/),
    });
  });

  test('a wrong secret is not let in', async () => {
    const wrong = await open({ apiKey: exchange.apiKey, secret: 'another' });
    await expect(wrong.watchOrders(SYMBOL)).rejects.toThrow(/auth\.fail/);
  });

  test('a key on another market may not follow this one', async () => {
    await expect(onEth.watchOrders(SYMBOL)).rejects.toThrow(/no permission/);
  });
});
