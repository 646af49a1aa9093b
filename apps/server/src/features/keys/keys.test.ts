import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { ok, refuse, type OrderInput, type OrderKind } from '@plimsoll/contract';
import { amount, price, rate, type Rate } from '@plimsoll/money';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultSettings } from '../site/index.ts';
import { Sessions } from '../../platform/sessions.ts';
import { sql } from '../../platform/db.ts';
import { uniform } from '../../testing/dice.ts';
import { testHttp, type TestHttp } from '../../testing/http.ts';
import { openTradingWorld, type TradingWorld } from '../../testing/trading-world.ts';
import { createKeys, type Keys } from './index.ts';
import type { Preparations } from '../gate/index.ts';

// Keys of programs over HTTP: what is let in, what is not, and their caps.

const SECRET = 'of this test';
const FROM = '203.0.113.7';
const limit = (side: 'buy' | 'sell', at: string, num: string, kind?: OrderKind): OrderInput => ({
  m_id: '1',
  side,
  mode: 'limit',
  price: price(at),
  num: amount(num),
  ...(kind ? { kind } : {}),
});

let world: TradingWorld;
let http: TestHttp;
let keys: Keys;
let memberId: string;
let token: string;

interface Made {
  readonly id: number;
  readonly access: string;
  readonly secret: string;
}

beforeAll(async () => {
  world = await openTradingWorld();
  const { db, clock, market } = world;
  const sessions = new Sessions(db, clock);
  keys = openKeys(world, sessions);
  http = testHttp({ db, clock, sessions, routes: keys.routes, programRoutes: keys.programRoutes });
  memberId = await world.member({ USDT: '1000000', BTC: '1000' });
  token = await sessions.open(memberId);
  market.setTick('btcusdt', '100');
  await quote(world);
});
afterAll(async () => {
  await http.app.close();
  await world.audit();
  await world.close();
});

/** A fresh book, served to all resting orders. */
async function quote(of: TradingWorld, size = '1000'): Promise<void> {
  of.market.setTick('btcusdt', '100');
  of.market.setBook('btcusdt', { bids: [['100', '1000']], asks: [['101', size]] });
  await of.service.sweeper.settled();
}

/** Whole numbers, the same in each run. */
function dice(seed: number): { readonly whole: (from: number, to: number) => number } {
  let drawn = 0;
  return {
    whole(from, to) {
      drawn += 1;
      return from + Math.floor(uniform(seed, 1, drawn) * (to - from + 1));
    },
  };
}

/** The gate of changes, which has tests of its own: the password is `right`. */
const gate = (of: TradingWorld): Preparations => ({
  waitMs: 0,
  asksEmail: false,
  prepare: () => Promise.reject(new Error('not asked here')),
  needsPassword: async () => true,
  prepared: async () => {},
  async prepareByPassword({ password }, change) {
    if (password !== 'right') return refuse('bad_login');
    const done = await of.db.transaction((tx) => change(tx));
    return done.ok ? ok(done.value) : done;
  },
});

function openKeys(of: TradingWorld, sessions: Sessions): Keys {
  const settings = { ...defaultSettings({ mode: 'demo', isDemoFeed: true }), spot_fee: rate('0.001') satisfies Rate };
  return createKeys({
    db: of.db,
    clock: of.clock,
    log: { error: (_details, message) => expect.fail(message) },
    secret: SECRET,
    origin: () => 'https://quay.example',
    market: of.market,
    sessions,
    preparations: gate(of),
    spot: of.service,
    settings: () => settings,
  });
}

const make = async (fields: Readonly<Record<string, string>> = {}): Promise<Made> => {
  const { code, data, reason } = await http.call('makeKey', { name: 'bot', password: 'right', ...fields }, { token });
  if (code !== 1) throw new Error(reason);
  return data as Made;
};

interface Request {
  method: string;
  path: string;
  host: string;
  access: string;
  secret: string;
  atMs: number;
  version: string;
  signatureMethod: string;
  address: string;
  fields: Readonly<Record<string, string>>;
  body: object | undefined;
}

const request = (made: Made, more: Partial<Request> = {}): Request => ({
  method: 'GET',
  path: '/v1/order/openOrders',
  host: 'api.huobi.pro',
  access: made.access,
  secret: made.secret,
  atMs: world.clock.nowMs(),
  version: '2',
  signatureMethod: 'HmacSHA256',
  address: FROM,
  fields: {},
  body: undefined,
  ...more,
});

function queryOf({ access, signatureMethod, version, atMs, fields }: Request): string {
  const all = {
    AccessKeyId: access,
    SignatureMethod: signatureMethod,
    SignatureVersion: version,
    Timestamp: new Date(atMs).toISOString().slice(0, 19),
    ...fields,
  };
  return Object.entries(all)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
}

const signatureOf = (asked: Request, query = queryOf(asked)): string =>
  createHmac('sha256', asked.secret).update(`${asked.method}\n${asked.host}\n${asked.path}\n${query}`).digest('base64');

interface Answer {
  readonly status?: string;
  readonly 'err-code'?: string;
  readonly 'err-msg'?: string;
  readonly code?: number;
  readonly data?: unknown;
}

async function send(asked: Request, { search }: { search?: string } = {}): Promise<Answer> {
  const query = queryOf(asked);
  const response = await http.app.inject({
    method: asked.method === 'POST' ? 'POST' : 'GET',
    url: `/huobiapi${asked.path}?${search ?? `${query}&Signature=${encodeURIComponent(signatureOf(asked, query))}`}`,
    remoteAddress: asked.address,
    ...(asked.body === undefined
      ? {}
      : { payload: JSON.stringify(asked.body), headers: { 'content-type': 'application/json' } }),
  });
  return response.json<Answer>();
}

let orders = 0;
const order = (made: Made, fields: Readonly<Record<string, string>>): Request => {
  orders += 1;
  return request(made, {
    method: 'POST',
    path: '/v1/order/orders/place',
    // Its own second: otherwise a signature would be another order's.
    body: { 'account-id': memberId, symbol: 'btcusdt', 'client-order-id': `test-${orders}`, ...fields },
  });
};

const kept = sql<{ count: number }>(
  'test.orders',
  'select count(*)::int as count from spot_order where member_id = $1',
);
const ordersKept = async (): Promise<number> => (await world.db.run(kept, [memberId]))[0]?.count ?? 0;

describe('a key', () => {
  test('needs the login password, and is shown once', async () => {
    expect(await http.call('makeKey', { name: 'bot', password: 'wrong' }, { token })).toMatchObject({
      reason: 'bad_login',
    });
    const made = await make({ trade: '1', networks: `${FROM}, 2001:db8::1/32`, markets: 'btcusdt', day_cap: '500' });
    const { data } = await http.call('getKeys', {}, { token });
    expect(data).toMatchObject({
      list: [
        {
          id: made.id,
          name: 'bot',
          shown: made.access.slice(0, 8),
          kind: 'hmac',
          trade: 1,
          transfer: 0,
          networks: [`${FROM}/32`, '2001:db8::/32'],
          markets: ['btcusdt'],
          day_cap: '500.00000000',
          loss_cap: null,
          last_used: null,
        },
      ],
    });
    expect(JSON.stringify(data)).not.toContain(made.secret);
    expect(JSON.stringify(data)).not.toContain(made.access);
  });

  test('is kept as a hash of its access key and a sealed secret', async () => {
    const made = await make();
    const rows = await world.db.run(sql<object>('test.keys', 'select k::text, encode(secret, $1) from api_key k'), [
      'escape',
    ]);
    const text = JSON.stringify(rows);
    expect(text).not.toContain(made.access);
    expect(text).not.toContain(made.secret);
  });

  test.each([
    [{ networks: '1.2.3.4/33' }, 'bad_value'],
    [{ networks: 'quay' }, 'bad_value'],
    [{ networks: '1.2.3.4/8/8' }, 'bad_value'],
    [{ markets: 'nothing' }, 'not_found'],
    [{ kind: 'ed25519' }, 'bad_value'],
    [{ kind: 'ed25519', public_key: 'AAAA' }, 'bad_value'],
    [
      {
        public_key: generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
      },
      'bad_value',
    ],
    [{ expires: '1000' }, 'bad_value'],
    [{ name: '' }, 'bad_text'],
  ])('of %j is refused: %s', async (fields, reason) => {
    expect(await http.call('makeKey', { name: 'bot', password: 'right', ...fields }, { token })).toMatchObject({
      reason,
    });
  });

  test('works until it is ended by its member, and by nobody else', async () => {
    const made = await make();
    expect(await send(request(made))).toMatchObject({ status: 'ok' });
    const other = await http.newMember();
    expect(await http.call('endKey', { id: String(made.id) }, { token: other.token })).toMatchObject({
      reason: 'not_found',
    });
    expect(await http.call('endKey', { id: String(made.id) }, { token })).toMatchObject({ code: 1 });
    world.clock.advance(1_000);
    expect(await send(request(made))).toMatchObject({ 'err-code': 'api-signature-not-valid' });
    expect(await http.call('endKey', { id: String(made.id) }, { token })).toMatchObject({ reason: 'not_found' });
  });

  test('ends when its time is over', async () => {
    const made = await make({ expires: String(world.clock.nowMs() + 60_000) });
    expect(await send(request(made))).toMatchObject({ status: 'ok' });
    world.clock.advance(60_000);
    expect(await send(request(made))).toMatchObject({ 'err-code': 'api-signature-not-valid' });
  });

  test('ends with the freeze of its account, at once, and stays ended after it', async () => {
    const frozen = await world.member({ USDT: '100' });
    const { token: theirs } = { token: await http.sessions.open(frozen) };
    const { data } = await http.call('makeKey', { name: 'bot', password: 'right' }, { token: theirs });
    const made = data as Made;
    expect(await send(request(made))).toMatchObject({ status: 'ok' });
    const freeze = sql<never>('test.freeze', 'update member set frozen = $2 where id = $1');
    await world.db.run(freeze, [frozen, true]);
    await http.sessions.ended(frozen);
    keys.keys.forget(frozen);
    world.clock.advance(1_000);
    expect(await send(request(made))).toMatchObject({ 'err-code': 'api-signature-not-valid' });
    await world.db.run(freeze, [frozen, false]);
    world.clock.advance(1_000);
    expect(await send(request(made))).toMatchObject({ 'err-code': 'api-signature-not-valid' });
  });

  test('of Ed25519 signs by its own secret, which the platform never has', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const made = await make({
      kind: 'ed25519',
      public_key: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    });
    expect(made.secret).toBeNull();
    const asked = request(made, { signatureMethod: 'Ed25519', secret: '' });
    const query = queryOf(asked);
    const signature = sign(null, Buffer.from(`GET\n${asked.host}\n${asked.path}\n${query}`), privateKey).toString(
      'base64',
    );
    expect(await send(asked, { search: `${query}&Signature=${encodeURIComponent(signature)}` })).toMatchObject({
      status: 'ok',
    });
    expect(await send(request(made, { secret: 'a guess', atMs: asked.atMs - 1000 }))).toMatchObject({
      'err-code': 'api-signature-not-valid',
    });
  });
});

describe('a signature', () => {
  test('may come again for five seconds, never later; the same number is the same order', async () => {
    const made = await make({ trade: '1' });
    const asked = order(made, { type: 'buy-limit', amount: '1', price: '50' });
    const before = await ordersKept();
    const first = await send(asked);
    expect(first).toMatchObject({ status: 'ok' });
    world.clock.advance(5_000);
    expect(await send(asked)).toEqual(first);
    expect(await ordersKept()).toBe(before + 1);
    world.clock.advance(1);
    expect(await send(asked)).toMatchObject({ 'err-code': 'api-signature-not-valid' });
    world.clock.advance(120_000);
    expect(await send(asked)).toMatchObject({ 'err-code': 'api-signature-not-valid' });
    expect(await ordersKept()).toBe(before + 1);
  });

  test('two orders of one second have one signature, and are two orders', async () => {
    const made = await make({ trade: '1' });
    const [one, two] = [
      order(made, { type: 'buy-limit', amount: '1', price: '50' }),
      order(made, { type: 'buy-limit', amount: '2', price: '50' }),
    ];
    expect(signatureOf(one)).toBe(signatureOf(two));
    const [first, second] = [await send(one), await send(two)];
    expect([first.status, second.status]).toEqual(['ok', 'ok']);
    expect(first.data).not.toBe(second.data);
  });
});

/** Hostile requests of a kind: what is wrong, and how a right one is made so. */
type Spoil = (roll: ReturnType<typeof dice>) => { readonly asked: Request; readonly search?: string };

describe('of 2 400 hostile requests none passes', () => {
  const WRONG_PER_KIND = 300;
  const kinds: readonly (readonly [string, (made: Made) => Spoil])[] = [
    [
      'forged',
      (made) => (roll) => {
        const asked = order(made, { type: 'buy-limit', amount: '1', price: '50' });
        const query = queryOf(asked);
        const right = signatureOf(asked, query);
        const at = roll.whole(0, 42);
        const other = right[at] === 'A' ? 'B' : 'A';
        return {
          asked,
          search: `${query}&Signature=${encodeURIComponent(right.slice(0, at) + other + right.slice(at + 1))}`,
        };
      },
    ],
    [
      'of another secret',
      (made) => (roll) => ({
        asked: {
          ...order(made, { type: 'buy-limit', amount: '1', price: '50' }),
          secret: `guess ${roll.whole(1, 1e9)}`,
        },
      }),
    ],
    [
      'changed after signing',
      (made) => (roll) => {
        const asked = order(made, { type: 'buy-limit', amount: '1', price: '50' });
        const query = queryOf(asked);
        const search = `${query}&Signature=${encodeURIComponent(signatureOf(asked, query))}`;
        return { asked, search: `${search}&x${roll.whole(1, 1e9)}=1` };
      },
    ],
    [
      'expired or ahead',
      (made) => (roll) => {
        const byMs = roll.whole(301, 1e7) * 1000 * (roll.whole(0, 1) === 0 ? 1 : -1);
        return {
          asked: { ...order(made, { type: 'buy-limit', amount: '1', price: '50' }), atMs: world.clock.nowMs() + byMs },
        };
      },
    ],
    [
      'from another network',
      (made) => (roll) => ({
        asked: {
          ...order(made, { type: 'buy-limit', amount: '1', price: '50' }),
          address: `198.51.${roll.whole(0, 255)}.${roll.whole(1, 254)}`,
        },
      }),
    ],
  ];

  test.each(kinds)('%s', async (_what, spoil) => {
    const made = await make({ trade: '1', networks: '203.0.113.0/24' });
    const roll = dice(7);
    const before = await ordersKept();
    const next = spoil(made);
    for (let count = 0; count < WRONG_PER_KIND; count += 1) {
      // Past the pauses of bad signatures, which would hide what is checked here.
      world.clock.advance(2_000);
      const { asked, search } = next(roll);
      const from = asked.address === FROM ? `203.0.113.${(count % 250) + 1}` : asked.address;
      const answer = await send({ ...asked, address: from }, search === undefined ? {} : { search });
      expect(answer.status).toBe('error');
      expect(answer['err-code']).toBe('api-signature-not-valid');
    }
    expect(await ordersKept()).toBe(before);
  });

  test('without the right to trade', async () => {
    const made = await make();
    const before = await ordersKept();
    const paths = [
      '/v1/order/orders/place',
      '/v1/order/orders/submitCancelClientOrder',
      '/v1/order/orders/batchcancel',
      '/v1/order/orders/batchCancelOpenOrders',
      '/v1/order/orders/100001/submitcancel',
      '/v2/algo-orders/cancel-all-after',
    ];
    for (let count = 0; count < WRONG_PER_KIND; count += 1) {
      world.clock.advance(1_000);
      const asked = {
        ...order(made, { type: 'buy-limit', amount: '1', price: '50' }),
        path: paths[count % paths.length] ?? '',
      };
      expect(await send(asked)).toMatchObject({ status: 'error', 'err-msg': expect.stringContaining('no permission') });
    }
    expect(await ordersKept()).toBe(before);
  });

  test('on another market', async () => {
    const made = await make({ trade: '1', markets: world.market.list()[1]?.symbol ?? '' });
    const before = await ordersKept();
    for (let count = 0; count < WRONG_PER_KIND; count += 1) {
      world.clock.advance(1_000);
      const asked = order(made, { type: 'buy-limit', amount: '1', price: '50' });
      expect(await send(asked)).toMatchObject({ status: 'error', 'err-msg': expect.stringContaining('no permission') });
    }
    expect(await ordersKept()).toBe(before);
  });

  test('beyond the cap', async () => {
    const made = await make({ trade: '1', day_cap: '100' });
    const before = await ordersKept();
    const roll = dice(11);
    for (let count = 0; count < WRONG_PER_KIND; count += 1) {
      world.clock.advance(1_000);
      const num = String(roll.whole(3, 500));
      expect(await send(order(made, { type: 'buy-limit', amount: num, price: '50' }))).toMatchObject({
        status: 'error',
        'err-code': 'order-holding-limit-failed',
      });
    }
    expect(await ordersKept()).toBe(before);
  });
});

test('of 300 replayed requests none passes', async () => {
  const made = await make({ trade: '1' });
  const asked = Array.from({ length: 300 }, (_, count) =>
    request(made, { atMs: world.clock.nowMs() - 150_000 + count * 1000, address: `203.0.114.${(count % 250) + 1}` }),
  );
  for (const each of asked) {
    expect(await send(each)).toMatchObject({ status: 'ok' });
    world.clock.advance(20);
  }
  world.clock.advance(5_001);
  for (const each of asked) {
    world.clock.advance(20);
    expect(await send(each)).toMatchObject({ 'err-code': 'api-signature-not-valid' });
  }
});

test('a key has its own throttle', async () => {
  const made = await make();
  const answers: Answer[] = [];
  for (let count = 0; count < 101; count += 1)
    answers.push(await send(request(made, { atMs: world.clock.nowMs() - count * 1000 })));
  expect(answers.slice(0, 100).every(({ status }) => status === 'ok')).toBe(true);
  expect(answers[100]).toMatchObject({ 'err-code': 'base-request-exceed-frequency-limit' });
  world.clock.advance(1_000);
  expect(await send(request(made))).toMatchObject({ status: 'ok' });
});

test('the history of logins shows a key once for a place', async () => {
  const made = await make();
  const shown = sql<{ count: number }>(
    'test.signIns',
    `select count(*)::int as count from sign_in where member_id = $1 and second_factor = 'key' and address like '198.18.%'`,
  );
  const seen = async () => (await world.db.run(shown, [memberId]))[0]?.count;
  await send(request(made, { address: '198.18.0.9' }));
  await expect.poll(seen).toBe(1);
  world.clock.advance(2_000);
  await send(request(made, { address: '198.18.0.9' }));
  expect(await seen()).toBe(1);
});

describe('order kinds', () => {
  const place = (input: OrderInput) => world.service.place(memberId, input);
  test.each([
    ['IOC beyond the book', limit('buy', '50', '1', 'ioc'), 3],
    ['IOC within it', limit('buy', '101', '1', 'ioc'), 2],
    ['FOK within it', limit('buy', '101', '1', 'fok'), 2],
    ['FOK beyond it', limit('buy', '101', '5000', 'fok'), 3],
    ['post-only beyond it', limit('buy', '50', '1', 'maker'), 1],
    ['post-only within it', limit('buy', '101', '1', 'maker'), 3],
  ])('%s', async (_what, input, status) => {
    world.clock.advance(900_000);
    await quote(world);
    expect(await place(input)).toMatchObject({ ok: true, value: { status } });
  });

  test('what an IOC order is not filled for is cancelled and released', async () => {
    world.clock.advance(900_000);
    await quote(world, '2');
    const lea = await world.member({ USDT: '1010' });
    expect(await world.service.place(lea, limit('buy', '101', '10', 'ioc'))).toMatchObject({
      ok: true,
      value: { status: 3 },
    });
    expect(await world.balances(lea)).toEqual({ USDT: '808.00000000', BTC: '1.99800000' });
  });

  test('none of them is placed without a fresh book', async () => {
    world.clock.advance(60_000);
    for (const kind of ['ioc', 'fok', 'maker'] as const)
      expect(await place(limit('buy', '50', '1', kind))).toEqual(refuse('stale_market'));
  });
});
