import { createHmac, hash, randomBytes } from 'node:crypto';
import { ok, refuse, type MarketItem } from '@plimsoll/contract';
import { getHuoBiTradeFromRedis, getMarketList } from '@plimsoll/contract/market';
import { format, rate, type Amount, type Price } from '@plimsoll/money';
import { expect } from 'vitest';
import { assetsRoutes } from '../features/assets/index.ts';
import type { Preparations } from '../features/gate/index.ts';
import { createKeys, type Keys } from '../features/keys/index.ts';
import { defaultSettings } from '../features/site/index.ts';
import { spotRoutes } from '../features/spot/index.ts';
import type { Market } from '../market/index.ts';
import { sql } from '../platform/db.ts';
import { publicRoute, type Route } from '../platform/http/index.ts';
import { createSeal, type Seal } from '../platform/seal.ts';
import { Sessions } from '../platform/sessions.ts';
import { testHttp, type TestAnswer, type TestHttp } from './http.ts';
import { testPlans } from './plans.ts';
import { openTradingWorld, type TradingWorld, type TradingWorldOptions } from './trading-world.ts';
import { dataOf } from './world-parts.ts';

const SECRET = 'of this test';
/** Where requests come from. */
export const FROM = '203.0.113.7';

/** A key, as it was shown once. */
export interface MadeKey {
  readonly id: number;
  readonly access: string;
  /** Null of one that signs with Ed25519. */
  readonly secret: string | null;
}

/** A request as it is signed. */
export interface KeyRequest {
  readonly method: string;
  readonly path: string;
  readonly host: string;
  readonly access: string;
  readonly secret: string;
  readonly atMs: number;
  readonly version: string;
  readonly signatureMethod: string;
  readonly address: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly body: object | undefined;
}

/** The query of a request, without its signature. */
export function queryOf({ access, signatureMethod, version, atMs, fields }: KeyRequest): string {
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

/** Its signature. */
export const signatureOf = (asked: KeyRequest, query = queryOf(asked)): string =>
  createHmac('sha256', asked.secret).update(`${asked.method}\n${asked.host}\n${asked.path}\n${query}`).digest('base64');

/** How a call below `/api` is signed. */
export interface SignHow {
  readonly idempotencyKey?: string;
  readonly atMs?: number;
  readonly address?: string;
  /** Changes the signed query, or the body that is sent with it. */
  readonly spoil?: (query: string) => string;
  readonly body?: string;
}

/** An answer in HTX's form. */
export interface KeyAnswer {
  readonly status?: string;
  readonly 'err-code'?: string;
  readonly 'err-msg'?: string;
  readonly code?: number;
  readonly data?: unknown;
}

/** Keys of programs over HTTP, in a trading world whose gate of changes takes the password `right`. */
export interface KeyWorld {
  readonly world: TradingWorld;
  readonly http: TestHttp;
  readonly keys: Keys;
  /** By which secrets of keys are kept. */
  readonly seal: Seal;
  /** A member with USDT and BTC, and a session of theirs. */
  readonly memberId: string;
  readonly token: string;
  quote(size?: string): Promise<void>;
  make(fields?: Readonly<Record<string, string>>): Promise<MadeKey>;
  request(made: MadeKey, more?: Partial<KeyRequest>): KeyRequest;
  /** An order of BTC with a number of its own. */
  order(made: MadeKey, fields: Readonly<Record<string, string>>): KeyRequest;
  /** A signed call below `/api`, its query changed by `spoil`. */
  sign(made: MadeKey, name: string, fields: Readonly<Record<string, unknown>>, how?: SignHow): Promise<TestAnswer>;
  send(asked: KeyRequest, how?: { readonly search?: string }): Promise<KeyAnswer>;
  ordersKept(): Promise<number>;
  close(): Promise<void>;
}

/** The gate of changes, which has tests of its own: the password is `right`. */
const gate = (of: TradingWorld): Preparations => ({
  waitMs: 0,
  asksEmail: false,
  prepare: () => Promise.reject(new Error('not asked here')),
  prepareReady: () => Promise.reject(new Error('not asked here')),
  needsPassword: async () => true,
  prepared: async () => {},
  async prepareByPassword({ password }, change) {
    if (password !== 'right') return refuse('bad_login');
    const done = await of.db.transaction((tx) => change(tx));
    return done.ok ? ok(done.value) : done;
  },
});

function openKeys(of: TradingWorld, sessions: Sessions): Keys {
  const settings = { ...defaultSettings({ mode: 'demo', isDemoFeed: true }), spot_fee: rate('0.001') };
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

const kept = sql<{ count: number }>(
  'test.orders',
  'select count(*)::int as count from spot_order where member_id = $1',
);

/** Sends requests over HTTP, signed unless `search` is given. */
const senderOf =
  (http: TestHttp): KeyWorld['send'] =>
  async (asked, { search } = {}) => {
    const query = queryOf(asked);
    const response = await http.app.inject({
      method: asked.method === 'POST' ? 'POST' : 'GET',
      url: `/huobiapi${asked.path}?${search ?? `${query}&Signature=${encodeURIComponent(signatureOf(asked, query))}`}`,
      remoteAddress: asked.address,
      ...(asked.body === undefined
        ? {}
        : { payload: JSON.stringify(asked.body), headers: { 'content-type': 'application/json' } }),
    });
    return response.json<KeyAnswer>();
  };

/** Sends calls below `/api`, signed as {@link SignHow} says. */
const signerOf =
  (http: TestHttp, nowMs: () => number): KeyWorld['sign'] =>
  async (made, name, fields, { idempotencyKey, atMs = nowMs(), address = FROM, spoil, body } = {}) => {
    const json = JSON.stringify(fields);
    const asked: KeyRequest = {
      method: 'POST',
      path: `/api/${name}`,
      host: 'quay.example',
      access: made.access,
      secret: made.secret ?? '',
      atMs,
      version: '2',
      signatureMethod: 'HmacSHA256',
      address,
      fields: {
        BodySha256: hash('sha256', json, 'base64'),
        Nonce: randomBytes(9).toString('base64url'),
        ...(idempotencyKey === undefined ? {} : { IdempotencyKey: idempotencyKey }),
      },
      body: undefined,
    };
    const query = queryOf(asked);
    const signed = `${query}&Signature=${encodeURIComponent(signatureOf(asked, query))}`;
    const response = await http.app.inject({
      method: 'POST',
      url: `${asked.path}?${spoil?.(signed) ?? signed}`,
      remoteAddress: address,
      payload: body ?? json,
      headers: { 'content-type': 'application/json' },
    });
    return {
      status: response.statusCode,
      headers: response.headers,
      ...response.json<Omit<TestAnswer, 'status' | 'headers'>>(),
    };
  };

/** Right requests of a member's keys. */
function requestsOf(world: TradingWorld, memberId: string): Pick<KeyWorld, 'request' | 'order'> {
  let orders = 0;
  const request: KeyWorld['request'] = (made, more = {}) => ({
    method: 'GET',
    path: '/v1/order/openOrders',
    host: 'api.huobi.pro',
    access: made.access,
    secret: made.secret ?? '',
    atMs: world.clock.nowMs(),
    version: '2',
    signatureMethod: 'HmacSHA256',
    address: FROM,
    fields: {},
    body: undefined,
    ...more,
  });
  return {
    request,
    order(made, fields) {
      orders += 1;
      return request(made, {
        method: 'POST',
        path: '/v1/order/orders/place',
        body: { 'account-id': memberId, symbol: 'btcusdt', 'client-order-id': `test-${orders}`, ...fields },
      });
    },
  };
}

/** What programs call below `/api`: markets, orders, balances. */
function routesOf({ db, market, clock, writer, service }: TradingWorld): readonly Route[] {
  const settings = () => defaultSettings({ mode: 'demo', isDemoFeed: true });
  const plans = testPlans(clock);
  return [
    publicRoute(getHuoBiTradeFromRedis, async ({ symbol }) => {
      const found = market.bySymbol(symbol);
      if (!found) return refuse('not_found');
      const { bids = [], asks = [] } = market.book(found.id) ?? {};
      return ok({ buy: bids.map(shownLevel), sell: asks.map(shownLevel) });
    }),
    publicRoute(getMarketList, async () => ok({ list: market.list().map(listed) })),
    ...spotRoutes({ db, market, service, plans }),
    ...assetsRoutes({ db, market, writer, clock, settings, plans }),
  ];
}

const shownLevel = (level: { readonly price: Price; readonly size: Amount }) => ({
  price: format(level.price),
  amount: format(level.size),
});

const listed = (each: Market): MarketItem => ({
  // not money: an id
  id: Number(each.id),
  title: `${each.base.title}/${each.quote.title}`,
  symbol: each.symbol,
  coinname: each.base.title,
  trade_coin: each.quote.title,
  base_decimals: each.base.decimals,
  quote_decimals: each.quote.decimals,
  decimals: each.base.decimals,
  trade_decimals: each.quote.decimals,
  close: '100',
  mark: null,
  change: '+0.00',
  hamount: '0',
  logo: '',
  min: format(each.min),
  step: format(each.step),
  price_step: format(each.priceStep),
  spot_fee: '0.001',
});

/** Opens a {@link KeyWorld}. */
export async function openKeyWorld(options: TradingWorldOptions = {}): Promise<KeyWorld> {
  const world = await openTradingWorld(options);
  const { db, clock } = world;
  const sessions = new Sessions(db, clock);
  const keys = openKeys(world, sessions);
  const http = testHttp({
    db,
    clock,
    sessions,
    routes: [...keys.routes, ...routesOf(world)],
    programRoutes: keys.programRoutes,
    signedCalls: keys.signedCalls,
  });
  const memberId = await world.member({ USDT: '1000000', BTC: '1000' });
  const token = await sessions.open(memberId);
  const quote = async (size = '1000'): Promise<void> => {
    world.market.setTick('btcusdt', '100');
    world.market.setBook('btcusdt', { bids: [['100', '1000']], asks: [['101', size]] });
    await world.service.sweeper.settled();
  };
  await quote();
  return {
    world,
    http,
    keys,
    seal: createSeal(SECRET, 'keys of programs'),
    memberId,
    token,
    quote,
    ...requestsOf(world, memberId),
    send: senderOf(http),
    sign: signerOf(http, () => clock.nowMs()),
    make: (fields = {}) => dataOf(http, 'makeKey', { name: 'bot', password: 'right', ...fields }, { token }),
    ordersKept: async () => (await db.run(kept, [memberId]))[0]?.count ?? 0,
    async close() {
      await http.app.close();
      await world.audit();
      await world.close();
    },
  };
}
