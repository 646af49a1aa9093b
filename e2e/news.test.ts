import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Answer, NewsEvent, NewsFrame } from '@plimsoll/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { connected } from '../apps/server/src/platform/connection.ts';
import { startPostgres, type Postgres } from '../apps/server/src/platform/postgres/index.ts';
import { ask, obtain, PASSWORD, registerFunded } from '../apps/server/src/testing/api-client.ts';
import { startChildServer, type ChildServer } from '../apps/server/src/testing/child-server.ts';
import { startTestRedis, whyNoRedis, type TestRedis } from '../apps/server/src/testing/redis.ts';
import { withDatabase } from '../apps/server/src/testing/template.ts';
import { CONSOLE_ENV, enterConsole } from './support/operator.ts';

// A member's private news, from two server processes on one database.

const TIMEOUT = 240_000;
const LINE_DELAY_MS = 10_000;
const folder = mkdtempSync(join(tmpdir(), 'plimsoll-news-'));
let postgres: Postgres;
let redis: TestRedis;
let one: ChildServer;
let other: ChildServer;
const sockets: WebSocket[] = [];

beforeAll(async () => {
  if (whyNoRedis !== undefined) return;
  postgres = await startPostgres({ dir: join(folder, 'postgres') });
  await connected(postgres.url, (client) => client.query('create database news template template0'));
  redis = await startTestRedis();
  const env = {
    DATABASE_URL: withDatabase(postgres.appUrl, 'news'),
    MIGRATE_DATABASE_URL: withDatabase(postgres.url, 'news'),
    REDIS_URL: redis.url,
    SECRET: 'of these tests alone',
    FEED_SEED: 'news',
    FEED_RATE: '5',
    ...CONSOLE_ENV,
  };
  const start = () => startChildServer({ dataDir: join(folder, 'shared'), env });
  [one, other] = await Promise.all([start(), start()]);
}, TIMEOUT);
beforeEach((context) => {
  context.skip(whyNoRedis !== undefined, whyNoRedis);
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate();
});
afterAll(async () => {
  if (whyNoRedis === undefined) {
    await Promise.all([one, other].map((server) => server.kill()));
    await redis.close();
    await postgres.stop();
  }
  rmSync(folder, { recursive: true, force: true });
}, TIMEOUT);

interface Reading {
  readonly got: object[];
  say(message: object): void;
}

/** A socket of `/stream`. */
async function open(server: ChildServer, headers: Readonly<Record<string, string>> = {}): Promise<Reading> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/stream`, { headers });
  sockets.push(socket);
  const got: object[] = [];
  socket.on('message', (frame: Buffer) => {
    const text = gunzipSync(frame).toString();
    if (text !== 'ping') got.push(JSON.parse(text) as object);
  });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve).once('error', reject);
  });
  return { got, say: (message) => socket.send(JSON.stringify(message)) };
}

async function enter(server: ChildServer, token: string, lang?: string): Promise<Reading> {
  const reading = await open(server);
  reading.say({ login: token, ...(lang === undefined ? {} : { lang }) });
  await has(reading, { login: 'ok' });
  return reading;
}

const has = (reading: Reading, message: object): Promise<void> =>
  vi.waitFor(() => expect(reading.got).toContainEqual(expect.objectContaining(message)), {
    interval: 5,
    timeout: 60_000,
  });
const framesOf = <Event extends NewsEvent>({ got }: Reading, event: Event): NewsFrame<Event>[] =>
  got.filter((message) => 'event' in message && message.event === event) as NewsFrame<Event>[];
/** The fields of the last frame of an event. */
function last(reading: Reading, event: NewsEvent): object {
  const { event: _, ...fields } = framesOf(reading, event).at(-1) ?? { event: undefined };
  return fields;
}

const balancesOf = ({ coinList }: Answer<'getUserBalanceList'>, type: number): readonly object[] =>
  coinList
    .filter((each) => each.type === type)
    .flatMap(({ balanceInfo }) => balanceInfo.map((row) => ({ type, ...row })));

test(
  'each event has the fields of its list call, on every process, whichever it was done on',
  { timeout: TIMEOUT },
  async () => {
    const token = await registerFunded(one.url, 'reader@quay.example');
    const readings = [await enter(one, token), await enter(other, token)];
    const ask = <Name extends 'upbbbuy' | 'creatorder' | 'transfer' | 'tradecancelOrder'>(
      server: ChildServer,
      name: Name,
      fields: Readonly<Record<string, string>>,
    ) => obtain(server.url, name, fields, { token });

    // A transfer on one, an order on the other and its cancellation on the first.
    await ask(one, 'transfer', { c_id: '1', num: '1000', from_type: '1', to_type: '2' });
    for (const reading of readings) await has(reading, { event: 'balance', type: 2, balance: '1000.00000000' });
    const { close = '0' } =
      (await obtain(one.url, 'getMarketList')).list.find(({ symbol }) => symbol === 'btcusdt') ?? {};
    const limit = { m_id: '1', type: '1', operate_type: '1', price: (Number(close) / 2).toFixed(0), num: '0.01' };
    const { id } = await ask(other, 'upbbbuy', limit);
    for (const reading of readings) await has(reading, { event: 'order', id, status: 1 });
    await ask(one, 'tradecancelOrder', { bb_id: String(id) });
    for (const reading of readings) await has(reading, { event: 'order', id, status: 3 });
    const { list: orders } = await obtain(other.url, 'tradegetOrderList', {}, { token });
    for (const reading of readings) expect(last(reading, 'order')).toEqual(orders[0]);

    const balances = await obtain(other.url, 'getUserBalanceList', {}, { token });
    for (const reading of readings) {
      const [frame] = framesOf(reading, 'balance').filter(({ type, coinId }) => type === 2 && coinId === 1);
      const { event: _, ...fields } = frame ?? { event: undefined };
      expect(balancesOf(balances, 2)).toContainEqual(fields);
      await has(reading, { event: 'balance', type: 1, balance: '9000.00000000', dbalance: '0.00000000' });
    }
  },
);

test(
  'an option is reported when it is accepted, when its line is drawn and when it ends, its payout with it',
  { timeout: TIMEOUT },
  async () => {
    const owner = await enterConsole(one.url);
    await owner.call('POST', '/option-terms', { seconds: 5, min: '10', max: '100', rate: '0.8', enabled: 1 });
    // The longest: news may be read later than the commit they are of, and then show a line that is drawn by then.
    await owner.call('PATCH', '/settings', { line_delay: String(LINE_DELAY_MS) });
    const token = await registerFunded(one.url, 'holder@quay.example');
    await obtain(one.url, 'transfer', { c_id: '1', num: '100', from_type: '1', to_type: '2' }, { token });
    const reading = await enter(other, token, 'de');
    await vi.waitFor(
      async () =>
        expect(
          (await ask(one.url, 'creatorder', { m_id: '1', ctime: '5', ctzed: '20', buytype: '1' }, { token })).code,
        ).toBe(1),
      { timeout: 30_000, interval: 200 },
    );
    await has(reading, { event: 'balance', type: 2, balance: '80.00000000', dbalance: '20.00000000' });
    await has(reading, { event: 'option', status: 2 });
    await has(reading, { event: 'balance', type: 2, dbalance: '0.00000000' });
    const frames = framesOf(reading, 'option');
    expect(frames[0]?.line_delay).toBe(LINE_DELAY_MS);
    expect(frames.map(({ status, buyprice }) => [status, buyprice !== null])).toEqual([
      [1, false],
      [1, true],
      [2, true],
    ]);
    const settled = await obtain(one.url, 'getHyOrderList', { status: '2' }, { token });
    expect(frames.at(-1)?.hyzd_text).not.toBe(settled.list[0]?.hyzd_text);
    expect({ ...last(reading, 'option'), hyzd_text: '' }).toEqual({ ...settled.list[0], hyzd_text: '' });
  },
);

test(
  'a notice is reported to its member, one for all to everybody, and that it was read',
  { timeout: TIMEOUT },
  async () => {
    const [ada, bob] = [
      await registerFunded(one.url, 'ada.n@quay.example'),
      await registerFunded(one.url, 'bob.n@quay.example'),
    ];
    const [adas, bobs] = [await enter(other, ada), await enter(one, bob)];
    const owner = await enterConsole(one.url);
    const { id: adasId } = await obtain(one.url, 'getusr', {}, { token: ada });
    const notice = { title: 'For one', content: '<p>Here.</p>', imgs: '' };
    const { id } = await owner.call<{ id: number }>('POST', '/notices', { ...notice, member_id: adasId });
    const all = await owner.call<{ id: number }>('POST', '/notices', { ...notice, title: 'For all' });
    for (const reading of [adas, bobs]) await has(reading, { event: 'notice', id: all.id, title: 'For all' });
    expect(framesOf(adas, 'notice').map((each) => each.id)).toEqual([id, all.id]);
    expect(framesOf(bobs, 'notice').map((each) => each.id)).toEqual([all.id]);
    const { list } = await obtain(one.url, 'getNoticeList', {}, { token: ada });
    expect(last(adas, 'notice')).toEqual(list[0]);
    await obtain(one.url, 'getNoticeList', { id: String(all.id) }, { token: ada });
    await obtain(other.url, 'getNoticeList', { id: String(id) }, { token: ada });
    for (const each of [id, all.id])
      await vi.waitFor(() => expect(framesOf(adas, 'notice').filter((frame) => frame.id === each)).toHaveLength(2), {
        timeout: 30_000,
      });
    expect(framesOf(adas, 'notice').at(-1)?.status).not.toBe(list[0]?.status);
  },
);

test(
  'a token that is bound to a browser needs its cookie, and news ends with the session',
  { timeout: TIMEOUT },
  async () => {
    const email = 'bound.n@quay.example';
    await registerFunded(one.url, email);
    const response = await fetch(`${one.url}/api/login`, {
      method: 'POST',
      headers: { 'Session-Binding': 'cookie' },
      body: new URLSearchParams({ username: email, password: PASSWORD }),
    });
    const { data } = (await response.json()) as { data: { userinfo: { token: string } } };
    const cookie = (response.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
    const { token } = data.userinfo;
    for (const headers of [{}, { cookie: cookie.replace(/=.*/, `=${'A'.repeat(43)}`) }]) {
      const reading = await open(other, headers);
      reading.say({ login: token });
      await has(reading, { error: 'login_required' });
      expect(reading.got).toHaveLength(1);
    }
    const reading = await open(other, { cookie });
    reading.say({ login: token });
    await has(reading, { login: 'ok' });
    await fetch(`${one.url}/api/logout`, { method: 'POST', headers: { Token: token, cookie } });
    await has(reading, { error: 'login_required' });
  },
);

test(
  'a login that is no text is answered as any unreadable message, and a bad token as a call',
  { timeout: TIMEOUT },
  async () => {
    const reading = await open(one);
    reading.say({ login: 7 });
    await has(reading, { error: 'unreadable_message', sub: null });
    reading.say({ login: 'x'.repeat(43) });
    await has(reading, { error: 'login_required' });
    expect(reading.got).toHaveLength(2);
  },
);

test(
  'orders placed while a member reconnects between the processes are each reported once, or in the list',
  { timeout: TIMEOUT },
  async () => {
    const token = await registerFunded(one.url, 'mover@quay.example');
    const state = { isDone: false };
    const placing = (async () => {
      for (let turn = 0; turn < 40; turn += 1) {
        const server = turn % 2 === 0 ? one : other;
        await ask(server.url, 'upbbbuy', { m_id: '1', type: '1', operate_type: '2', amount: '20' }, { token });
      }
      state.isDone = true;
    })();
    const reported: number[] = [];
    for (let visit = 0; !state.isDone; visit += 1) {
      const server = visit % 2 === 0 ? other : one;
      const reading = await enter(server, token);
      const idsNow = async () =>
        (await obtain(server.url, 'tradegetOrderList', { limit: '50' }, { token })).list.map(({ id }) => id);
      const listed = await idsNow();
      for (let turn = 0; turn < visit % 4; turn += 1) await idsNow();
      const present = await idsNow();
      const own = () => framesOf(reading, 'order').map(({ id }) => id);
      await vi.waitFor(() => expect([...listed, ...own()]).toEqual(expect.arrayContaining(present)), {
        timeout: 30_000,
      });
      const gone = sockets.pop();
      await new Promise((resolve) => {
        gone?.once('close', resolve).close();
      });
      reported.push(...own());
    }
    await placing;
    expect(reported.length).toBeGreaterThan(0);
    expect(reported.length).toBe(new Set(reported).size);
  },
);
