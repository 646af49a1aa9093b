import { createHmac } from 'node:crypto';
import { ok, refuse } from '@plimsoll/contract';
import { rate } from '@plimsoll/money';
import { expect } from 'vitest';
import type { Preparations } from '../features/gate/index.ts';
import { createKeys, type Keys } from '../features/keys/index.ts';
import { defaultSettings } from '../features/site/index.ts';
import { sql } from '../platform/db.ts';
import { Sessions } from '../platform/sessions.ts';
import { testHttp, type TestHttp } from './http.ts';
import { openTradingWorld, type TradingWorld } from './trading-world.ts';
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
  /** A member with USDT and BTC, and a session of theirs. */
  readonly memberId: string;
  readonly token: string;
  quote(size?: string): Promise<void>;
  make(fields?: Readonly<Record<string, string>>): Promise<MadeKey>;
  request(made: MadeKey, more?: Partial<KeyRequest>): KeyRequest;
  /** An order of BTC with a number of its own. */
  order(made: MadeKey, fields: Readonly<Record<string, string>>): KeyRequest;
  send(asked: KeyRequest, how?: { readonly search?: string }): Promise<KeyAnswer>;
  ordersKept(): Promise<number>;
  close(): Promise<void>;
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

/** Opens a {@link KeyWorld}. */
export async function openKeyWorld(): Promise<KeyWorld> {
  const world = await openTradingWorld();
  const { db, clock } = world;
  const sessions = new Sessions(db, clock);
  const keys = openKeys(world, sessions);
  const http = testHttp({ db, clock, sessions, routes: keys.routes, programRoutes: keys.programRoutes });
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
    memberId,
    token,
    quote,
    ...requestsOf(world, memberId),
    send: senderOf(http),
    make: (fields = {}) => dataOf(http, 'makeKey', { name: 'bot', password: 'right', ...fields }, { token }),
    ordersKept: async () => (await db.run(kept, [memberId]))[0]?.count ?? 0,
    async close() {
      await http.app.close();
      await world.audit();
      await world.close();
    },
  };
}
