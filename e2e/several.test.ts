import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Answer, Envelope, StreamMark } from '@plimsoll/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connected } from '../apps/server/src/platform/connection.ts';
import { startPostgres, type Postgres } from '../apps/server/src/platform/postgres/index.ts';
import { ask, obtain, PASSWORD, registerFunded } from '../apps/server/src/testing/api-client.ts';
import { startChildServer, type ChildServer } from '../apps/server/src/testing/child-server.ts';
import { startTestRedis, whyNoRedis, type TestRedis } from '../apps/server/src/testing/redis.ts';
import { withDatabase } from '../apps/server/src/testing/template.ts';
import { runAudit } from './support/run-audit.ts';
import { CONSOLE_ENV, enterConsole } from './support/operator.ts';
import { bothHold } from './support/verifiers.ts';

// Several server processes on one database, empty at first, one Redis and one folder.

const TIMEOUT = 240_000;
const folder = mkdtempSync(join(tmpdir(), 'plimsoll-several-'));
let postgres: Postgres;
let redis: TestRedis;
let database: { readonly DATABASE_URL: string; readonly MIGRATE_DATABASE_URL: string };
let one: ChildServer;
let other: ChildServer;
const running = new Set<ChildServer>();

async function start(): Promise<ChildServer> {
  const env = {
    ...database,
    REDIS_URL: redis.url,
    SECRET: 'of these tests alone',
    FEED_SEED: 'several',
    FEED_RATE: '5',
    ...CONSOLE_ENV,
  };
  const server = await startChildServer({ dataDir: join(folder, 'shared'), env });
  running.add(server);
  return server;
}
const end = async (server: ChildServer, how: 'stop' | 'kill'): Promise<void> => {
  running.delete(server);
  await server[how]();
};
const readiness = async (server: ChildServer) => (await fetch(`${server.url}/readyz/feed`)).status;

const prices = async (server: ChildServer): Promise<readonly string[]> =>
  (await obtain(server.url, 'getMarketList')).list.map(({ symbol, close }) => `${symbol} ${close}`);
/** Finished minutes of a market's chart: the same in every process. */
async function minutesOver(server: ChildServer): Promise<readonly object[]> {
  const response = await fetch(`${server.url}/huobiapi/market/history/kline?symbol=btcusdt&period=1min&size=8`);
  const { data } = (await response.json()) as { data: readonly object[] };
  return data.slice(1);
}
const expectSameChart = () =>
  expect
    .poll(
      async () => {
        const [ours, theirs] = await Promise.all([one, other].map(minutesOver));
        expect(ours).toHaveLength(7);
        return ours
          ?.map((bar, at) => [bar, theirs?.[at]])
          .filter(([bar, other]) => JSON.stringify(bar) !== JSON.stringify(other));
      },
      { timeout: 60_000, interval: 500 },
    )
    .toEqual([]);
async function moves(server: ChildServer): Promise<void> {
  const before = await prices(server);
  await expect.poll(() => prices(server), { timeout: 60_000, interval: 50 }).not.toEqual(before);
}

beforeAll(async () => {
  if (whyNoRedis !== undefined) return;
  postgres = await startPostgres({ dir: join(folder, 'postgres') });
  await connected(postgres.url, (client) => client.query('create database several template template0'));
  database = {
    DATABASE_URL: withDatabase(postgres.appUrl, 'several'),
    MIGRATE_DATABASE_URL: withDatabase(postgres.url, 'several'),
  };
  redis = await startTestRedis();
  [one, other] = await Promise.all([start(), start()]);
}, TIMEOUT);
beforeEach((context) => {
  context.skip(whyNoRedis !== undefined, whyNoRedis);
});
afterAll(async () => {
  await Promise.all([...running].map((server) => end(server, 'kill')));
  if (whyNoRedis === undefined) {
    await redis.close();
    await postgres.stop();
  }
  rmSync(folder, { recursive: true, force: true });
}, TIMEOUT);

test(
  'two processes started at once on an empty database show and stream the same prices',
  { timeout: TIMEOUT },
  async () => {
    // Under load the first one may lose the lease to the other for a moment.
    await expect
      .poll(() => Promise.all([one, other].map(readiness)), { timeout: 60_000, interval: 100 })
      .toEqual([200, 200]);
    const streams = await Promise.all(
      [one, other].map(
        (server) =>
          new Promise<unknown>((resolve, reject) => {
            const socket = new WebSocket(`${server.url.replace('http', 'ws')}/stream`);
            socket.addEventListener('open', () => socket.send(JSON.stringify({ sub: 'btcusdt_1' })));
            socket.addEventListener('error', reject);
            let frames = 0;
            socket.addEventListener('message', () => {
              frames += 1;
              if (frames < 4) return;
              socket.close();
              resolve(frames);
            });
          }),
      ),
    );
    expect(streams).toEqual([4, 4]);
    await Promise.all([moves(one), moves(other)]);
    // Requested together, prices of the same moment are equal in one of a few tries.
    await expect
      .poll(
        async () => {
          const [ours, theirs] = await Promise.all([prices(one), prices(other)]);
          return ours.filter((price) => !theirs.includes(price));
        },
        { timeout: 30_000, interval: 20 },
      )
      .toEqual([]);
  },
);

test('a session that ended on one process is refused by the other at once', { timeout: TIMEOUT }, async () => {
  for (let turn = 0; turn < 20; turn += 1) {
    const email = `leaver${turn}@quay.example`;
    const { userinfo } = await obtain(one.url, 'register', {
      type: '2',
      email,
      password: PASSWORD,
      repassword: PASSWORD,
    });
    const { token } = userinfo;
    expect((await ask(other.url, 'getusr', {}, { token })).code).toBe(1);
    await obtain(one.url, 'logout', {}, { token });
    expect((await ask(other.url, 'getusr', {}, { token })).code).toBe(401);
  }
});

/** The marks of one market as a server sends them, from now on. */
function marksOf(server: ChildServer): { readonly socket: WebSocket; readonly marks: readonly StreamMark[] } {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/stream`);
  socket.binaryType = 'arraybuffer';
  socket.addEventListener('open', () => socket.send(JSON.stringify({ sub: 'btcusdt_mark' })));
  const marks: StreamMark[] = [];
  socket.addEventListener('message', ({ data }) => {
    const text = typeof data === 'string' ? data : gunzipSync(data as ArrayBuffer).toString();
    if (text !== 'ping') marks.push(JSON.parse(text) as StreamMark);
  });
  return { socket, marks };
}

test(
  'both say the same marks as they are made, at most five a second, and have the same of before',
  { timeout: TIMEOUT },
  async () => {
    // The first one sent may have been made earlier.
    const startMs = Date.now() - 5_000;
    const [ours, theirs] = [marksOf(one), marksOf(other)];
    const common = () => ours.marks.filter(({ mark }) => theirs.marks.some((each) => each.mark.seq === mark.seq));
    await expect.poll(() => common().length, { interval: 50 }).toBeGreaterThanOrEqual(12);
    for (const { socket } of [ours, theirs]) socket.close();
    const both = common();
    for (const { symbol, mark, ts } of both)
      expect(theirs.marks).toContainEqual({ symbol, mark, ts, age: expect.any(Number) as number });
    const [second, twelfth] = [ours.marks[1], ours.marks[11]];
    expect(twelfth?.ts ?? 0, 'twelve take two seconds').toBeGreaterThanOrEqual((second?.ts ?? 0) + 10 * 190);
    // Published marks appear on the tape and in charts soon.
    const kept = async (server: ChildServer) =>
      (
        (await (await fetch(`${server.url}/api/marks?symbol=btcusdt&from=${startMs}`)).json()) as Envelope<
          Answer<'marks'>
        >
      ).data?.list.map(({ seq, price }) => ({ seq, price }));
    const published = both.map(({ mark: { seq, price } }) => ({ seq, price }));
    for (const server of [one, other])
      await expect.poll(() => kept(server), { interval: 200 }).toEqual(expect.arrayContaining(published));
  },
);

test(
  'what is done in one is seen in the other at once, and two equal keys at the same moment do one thing',
  { timeout: TIMEOUT },
  async () => {
    const token = await registerFunded(one.url, 'mate@quay.example');
    const { close = '0' } =
      (await obtain(other.url, 'getMarketList')).list.find(({ symbol }) => symbol === 'btcusdt') ?? {};
    const order = { m_id: '1', type: '1', operate_type: '1', price: (Number(close) / 2).toFixed(0), num: '0.01' };
    const answers = await Promise.all(
      [one, other, one, other].map((server) =>
        ask(server.url, 'upbbbuy', order, { token, key: 'the-same-key-of-both' }),
      ),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer.data))).size).toBe(1);
    expect(answers.map(({ code }) => code)).toEqual([1, 1, 1, 1]);
    for (const server of [one, other])
      expect((await obtain(server.url, 'tradegetOrderList', {}, { token })).list).toHaveLength(1);
    await obtain(other.url, 'logout', {}, { token });
    await expect
      .poll(async () => (await ask(one.url, 'getusr', {}, { token })).reason, { interval: 5 })
      .toBe('login_required');
  },
);

test('wrong passwords count together', { timeout: TIMEOUT }, async () => {
  await registerFunded(one.url, 'cook@quay.example');
  const login = (server: ChildServer, password: string) =>
    ask(server.url, 'login', { username: 'cook@quay.example', password });
  for (const server of [one, other, one, other, one])
    expect((await login(server, 'not this one 1')).reason).toBe('bad_login');
  expect((await login(other, PASSWORD)).reason).toBe('too_many_requests');
});

test('a setting that is changed in one holds in the other', { timeout: TIMEOUT }, async () => {
  const owner = await enterConsole(one.url);
  await owner.call('PATCH', '/settings', { name: 'Quayside' });
  await expect
    .poll(
      async () =>
        ((await (await fetch(`${other.url}/api/getSetting`)).json()) as Envelope<Answer<'getSetting'>>).data?.name,
      { interval: 20 },
    )
    .toBe('Quayside');
});

test(
  'when Redis is away both go on taking orders, one with prices over the database, and once it is back both do',
  { timeout: TIMEOUT },
  async () => {
    const token = await registerFunded(one.url, 'bosun@quay.example');
    await redis.kill();
    const reasonOf = async (server: ChildServer) =>
      (await ask(server.url, 'upbbbuy', { m_id: '1', type: '1', operate_type: '2', amount: '20' }, { token })).reason ??
      'placed';
    /** After prices move it takes a moment until a book is young enough to deal at. */
    const places = (server: ChildServer) =>
      expect.poll(() => reasonOf(server), { timeout: 60_000, interval: 50 }).toBe('placed');
    // For longer than a price stays fresh: without another way the follower's would be stale for good.
    for (const endMs = performance.now() + 8_000; performance.now() < endMs;) {
      await Promise.all([moves(one), moves(other)]);
      await Promise.all([places(one), places(other)]);
    }
    await redis.restart();
    await Promise.all([moves(one), moves(other)]);
    await Promise.all([places(one), places(other)]);
    await Promise.all([moves(one), moves(other)]);
    await expectSameChart();
  },
);

test(
  'when either is killed the other runs the feed, a restarted one receives it, and nothing acknowledged is lost',
  { timeout: TIMEOUT },
  async () => {
    const token = await registerFunded(other.url, 'purser@quay.example');
    const placed: number[] = [];
    /** After prices move it takes a moment until a book is young enough to deal at. */
    const place = async (server: ChildServer) => {
      await expect
        .poll(
          async () => {
            const { reason, data } = await ask(
              server.url,
              'upbbbuy',
              { m_id: '1', type: '1', operate_type: '2', amount: '20' },
              { token },
            );
            if (data) placed.push(data.id);
            return reason ?? 'placed';
          },
          { timeout: 60_000, interval: 50 },
        )
        .toBe('placed');
    };
    for (const victim of [one, other]) {
      const left = victim === one ? other : one;
      await place(left);
      await end(victim, 'kill');
      await moves(left);
      await place(left);
      const restarted = await start();
      if (victim === one) one = restarted;
      else other = restarted;
      await moves(restarted);
      await place(restarted);
      await expectSameChart();
    }
    const { list } = await obtain(one.url, 'tradegetOrderList', { limit: '50' }, { token });
    expect(list.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(placed.toSorted((a, b) => a - b));
    // Each of them was killed while it continued the log, or served what the other continued.
    const isLogged = async (server: ChildServer, id: number) =>
      (await obtain(server.url, 'getReceipt', { kind: 'fill', id: String(id) }, { token })).list.every(
        ({ index }) => index !== null,
      );
    const seen = join(folder, 'seen');
    for (const server of [one, other, one]) {
      for (const id of placed)
        await expect.poll(() => isLogged(server, id), { timeout: 60_000, interval: 200 }).toBe(true);
      await bothHold('log', `${server.url}/log`, '--seen', seen);
    }
    await end(one, 'stop');
    await moves(other);
    await end(other, 'stop');
    expect(await runAudit(database)).toBe(true);
  },
);
