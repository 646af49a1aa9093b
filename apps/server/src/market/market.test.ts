import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PERIODS } from '@plimsoll/contract';
import { amount, price, rate } from '@plimsoll/money';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ManualClock } from '../platform/clock.ts';
import { openDb, sql, type Db } from '../platform/db.ts';
import { HtxServer } from '../testing/htx-server/htx-server.ts';
import { testDatabase, type TestDatabase } from '../testing/index.ts';
import { createMarket, seedCoins, seedMarkets, type FeedConfig, type MarketRoom } from './index.ts';
import { appendTicks, ticksBySeq } from './tape/store.ts';

const START_MS = Date.UTC(2026, 10, 20, 13, 7, 21);
const SIMULATED: FeedConfig = { kind: 'simulated', rate: 2, seed: 'tide' };

let database: TestDatabase;
let db: Db;
let owner: Db;
let clock: ManualClock;

const enableOnly = sql<never>('test.enableOnly', 'update market set enabled = symbol = any($1)');
const ticksKept = sql<{ count: string; distinct: string }>(
  'test.ticksKept',
  'select count(*), count(distinct seq) as distinct from tick where market_id = $1',
);
const emptyTape = sql<never>(
  'test.emptyTape',
  'with ticks as (delete from tick), thinned as (delete from tape_thinned) delete from tape_head',
);
const forget = sql<never>(
  'test.forget',
  'update feed_state set world = null, run = null, file_time = null, wall_time = null',
);

beforeAll(async () => {
  database = await testDatabase();
  ({ db } = database);
  owner = openDb(database.url, { connections: 1, role: null });
  await seedCoins(db);
  await seedMarkets(db);
});
afterAll(async () => {
  await owner.close();
  await database.drop();
});
beforeEach(async () => {
  clock = new ManualClock(START_MS);
  await db.run(enableOnly, [['btcusdt', 'ethusdt', 'ethbtc']]);
  await owner.run(emptyTape);
  await db.run(forget);
});

const log = {
  info() {},
  error(details: object, message: string) {
    throw new Error(message, { cause: details });
  },
};
async function begin(config: FeedConfig = SIMULATED): Promise<MarketRoom> {
  const room = createMarket({ db, clock, config, log, freshSeconds: () => 5, spotFee: () => rate('0.001') });
  await room.start();
  return room;
}
const idOf = (room: MarketRoom, symbol: string) => room.data.bySymbol(symbol)?.id ?? '';
const candlesOf = (room: MarketRoom, id: string) => PERIODS.map((period) => room.data.candles(id, period, 200));

test('markets of a live platform are there and closed until somebody opens them', async () => {
  const live = await testDatabase();
  await seedCoins(live.db);
  await seedMarkets(live.db, { areOpen: false });
  const [found] = await live.db.run(
    sql<{ all: number; open: number }>(
      'test.markets',
      'select count(*)::int as all, count(*) filter (where enabled or ever_enabled)::int as open from market',
    ),
  );
  expect(found).toEqual({ all: 15, open: 0 });
  await live.drop();
});

test('a first start shows 200 bars of every period, and a restart continues the same candles and ticks', async () => {
  const room = await begin();
  for (const each of room.data.list()) {
    for (const period of PERIODS) expect(room.data.candles(each.id, period, 200)).toHaveLength(200);
  }
  const id = idOf(room, 'btcusdt');
  clock.advance(3_000);
  expect(room.data.isFresh(id)).toBe(true);
  const last = room.data.lastTick(id);
  const before = candlesOf(room, id);
  await room.stop();

  const again = await begin();
  expect(again.data.lastTick(id)).toEqual(last);
  expect(candlesOf(again, id)).toEqual(before);
  await again.stop();
});

test('every accepted tick is kept, once, in order', async () => {
  const room = await begin();
  const seqs: number[] = [];
  const id = idOf(room, 'ethusdt');
  room.data.onTick((tick) => {
    if (tick.marketId === id) seqs.push(tick.seq);
  });
  for (let turn = 0; turn < 20; turn += 1) {
    clock.advance(250);
    await new Promise(setImmediate);
  }
  await room.stop();
  expect(seqs).toHaveLength(10);
  expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
  expect(await db.run(ticksKept, [id])).toEqual([{ count: '10', distinct: '10' }]);
});

test("after a kill the candles are complete: stored ticks and the feed's history fill the gap", async () => {
  const killed = await begin();
  const id = idOf(killed, 'btcusdt');
  const until = async (ms: number) => {
    while (clock.nowMs() < ms) {
      clock.advance(1_000);
      await new Promise(setImmediate);
    }
  };
  await until(START_MS + 90_000);
  // Killed: nothing it does from now on is stored.
  clock.set(START_MS + 400_000);
  const after = await begin();
  await after.stop();
  await killed.stop();
  const bars = after.data.candles(id, '1min', 8);

  await db.run(forget);
  clock = new ManualClock(START_MS);
  const whole = await begin();
  await until(START_MS + 400_000);
  const expected = whole.data.candles(id, '1min', 8);
  await whole.stop();
  expect(
    bars.slice(0, 6).map(({ id: at, open, high, low, close, count }) => ({ at, open, high, low, close, count })),
  ).toEqual(
    expected.slice(0, 6).map(({ id: at, open, high, low, close, count }) => ({ at, open, high, low, close, count })),
  );
});

test('a silent market is stale after fresh_seconds and has no book', async () => {
  const room = await begin();
  const id = idOf(room, 'btcusdt');
  clock.advance(2_000);
  expect(room.data.book(id)?.bids.length).toBe(20);
  await room.stop();
  clock.advance(4_000);
  expect([room.data.isFresh(id), room.health().fresh]).toEqual([true, true]);
  clock.advance(2_001);
  expect([room.data.isFresh(id), room.data.book(id), room.health().fresh]).toEqual([false, undefined, false]);
  clock.set(START_MS - 86_400_000);
  expect(room.data.isFresh(id)).toBe(false);
});

test('unneeded ticks are removed after thirty days while the market runs', async () => {
  const [row] = await db.run(sql<{ id: string }>('test.btc', `select id from market where symbol = 'btcusdt'`));
  const id = row?.id ?? '';
  const old = [1, 2, 3].map((seq) => ({
    marketId: id,
    seq,
    sourceTimeMs: seq,
    receiveTimeMs: START_MS - 40 * 86_400_000,
    price: price('100000'),
    size: amount('1'),
  }));
  await appendTicks(db, 'simulated', old, null);
  const room = await begin();
  clock.advance(1_000);
  await room.tape.complete();
  const left = async () => (await ticksBySeq(db, old)).filter((tick) => tick !== undefined).length;
  clock.set(START_MS + 3_599_999);
  expect(await left()).toBe(3);
  clock.advance(1);
  await vi.waitFor(async () => expect(await left()).toBe(0));
  expect(room.data.lastTick(id)?.seq).toBeGreaterThan(3);
  await room.stop();
});

test('after a restart with the clock a day back the market is fresh and its numbers still rise', async () => {
  const before = await begin();
  const id = idOf(before, 'btcusdt');
  clock.advance(3_000);
  const last = before.data.lastTick(id);
  await before.stop();
  clock.set(START_MS - 86_400_000);
  const after = await begin();
  clock.advance(2_000);
  expect(after.data.isFresh(id)).toBe(true);
  expect(after.data.lastTick(id)?.seq).toBeGreaterThan(last?.seq ?? 0);
  expect(after.health().quarantined).toEqual({});
  await after.stop();
});

test('a change of the catalogue shows within two seconds, a new market with its history', async () => {
  const room = await begin();
  await db.run(enableOnly, [['btcusdt', 'dogeusdt']]);
  clock.advance(2_000);
  await vi.waitFor(() => expect(room.data.list().map((market) => market.symbol)).toEqual(['btcusdt', 'dogeusdt']));
  const id = idOf(room, 'dogeusdt');
  await vi.waitFor(() => expect(room.data.candles(id, '1mon', 200)).toHaveLength(200));
  clock.advance(1_000);
  expect(room.data.isFresh(id)).toBe(true);
  await room.stop();
});

test('every coin has a price in USDT, through one market or two', async () => {
  await db.run(enableOnly, [['btcusdt', 'ethbtc']]);
  const room = await begin();
  clock.advance(1_000);
  const worth = (title: string) =>
    Number(room.data.usdtPrice(room.data.coins().find((coin) => coin.title === title)?.id ?? '') ?? 0n) / 1e8;
  expect(worth('USDT')).toBe(1);
  expect(worth('ETH') / worth('BTC')).toBeGreaterThan(0.01);
  expect(worth('ETH') / worth('BTC')).toBeLessThan(0.1);
  expect(worth('DOGE')).toBe(0);
  await room.stop();
});

const MINUTES = 30;
const FILE_START_MS = Date.UTC(2023, 2, 1);
async function candleFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'candles-'));
  const path = join(folder, 'btc.csv');
  const rows = Array.from({ length: MINUTES }, (_, index) => {
    const base = 23_000 + index * 10;
    return `${new Date(FILE_START_MS + index * 60_000).toISOString().slice(0, 19).replace('T', ' ')}+00:00,${base},${base + 12},${base - 4},${base + 10},1.5`;
  });
  await writeFile(path, `open_time,open,high,low,close,volume\n${rows.join('\n')}\n`);
  return path;
}

test('a replay continues in its file after a restart, ends with it, and begins again at a later start', async () => {
  const file = await candleFile();
  const config: FeedConfig = { kind: 'replay', file, speed: 60 };
  const first = await begin(config);
  const id = idOf(first, 'btcusdt');
  clock.advance(5_000);
  const before = first.data.lastTick(id);
  expect(before?.sourceTimeMs).toBeGreaterThan(FILE_START_MS + 4 * 60_000);
  expect(before?.receiveTimeMs).toBeGreaterThan(START_MS);
  for (const period of PERIODS) expect(first.data.candles(id, period, 200)).toHaveLength(200);
  await first.stop();

  clock.advance(5_000);
  const second = await begin(config);
  clock.advance(1_000);
  expect(second.data.lastTick(id)?.sourceTimeMs).toBeGreaterThan(FILE_START_MS + 10 * 60_000);
  expect(second.data.lastTick(id)?.seq).toBeGreaterThan(before?.seq ?? 0);
  clock.advance(3_000);
  clock.advance(40_000);
  expect(second.data.isFresh(id)).toBe(false);
  await second.stop();

  const third = await begin(config);
  clock.advance(1_000);
  expect(third.data.isFresh(id)).toBe(true);
  expect(third.data.lastTick(id)?.sourceTimeMs).toBeLessThan(FILE_START_MS + 2 * 60_000);
  await third.stop();
  await rm(file);
});

test("an exchange's bars fill what was not received, before the start and after a disconnect, and nothing is counted twice", async () => {
  await db.run(enableOnly, [['btcusdt']]);
  const exchange = await HtxServer.open('btcusdt');
  const minute = Math.floor(START_MS / 60_000) * 60;
  const bar = (id: number, amount: number, count: number) => ({
    id,
    open: 100,
    close: 101,
    low: 99,
    high: 102,
    amount,
    vol: amount * 100,
    count,
  });
  exchange.bars.set('btcusdt/1min', [bar(minute - 120, 7, 70), bar(minute - 60, 8, 80), bar(minute, 1, 10)]);
  exchange.bars.set('btcusdt/1day', [bar(Date.UTC(2026, 8, 1, 16) / 1000, 5_000, 900)]);
  const room = await begin({ kind: 'htx', url: exchange.url, wsUrl: exchange.wsUrl });
  const id = idOf(room, 'btcusdt');
  const bars = () => room.data.candles(id, '1min', 3).map(({ amount, count }) => [amount, count]);
  await vi.waitFor(() =>
    expect(bars()).toEqual([
      [1, 10],
      [8, 80],
      [7, 70],
    ]),
  );
  await vi.waitFor(() => expect(room.data.candles(id, '1mon', 3).at(-1)).toMatchObject({ amount: 5_000, high: 102 }));

  await vi.waitFor(() => expect(exchange.received).toContain('sub market.btcusdt.depth.step0'));
  exchange.trade('btcusdt', 100.5, 0.25, clock.nowMs());
  await vi.waitFor(() => expect(bars()[0]).toEqual([1.25, 11]));
  exchange.depth('btcusdt', [[100, 1]], [[101, 1]], clock.nowMs());
  await vi.waitFor(() => expect(room.data.isFresh(id)).toBe(true));

  exchange.cut();
  exchange.bars.set('btcusdt/1min', [bar(minute - 60, 8, 80), bar(minute, 3.5, 30)]);
  await vi.waitFor(() => {
    clock.advance(1_000);
    expect(exchange.connections).toBe(2);
  });
  await vi.waitFor(() => expect(exchange.received).toHaveLength(4));
  await vi.waitFor(() => expect(bars()[0]).toEqual([3.5, 30]));
  clock.set((minute + 61) * 1000);
  exchange.trade('btcusdt', 101, 0.5, clock.nowMs());
  await vi.waitFor(() =>
    expect(bars()).toEqual([
      [0.5, 1],
      [3.5, 30],
      [8, 80],
    ]),
  );
  await room.stop();
  await exchange.close();
});

test('an invalid file stops the start with an explanation', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'candles-')), 'bad.csv');
  await writeFile(file, 'open_time,open,high,low,close,volume\n2023-03-01 00:00:00,1,2,3,1,1\n');
  await expect(begin({ kind: 'replay', file, speed: 1 })).rejects.toThrow(
    `FEED_FILE ${file}: line 2 has an open or close outside its low and high.`,
  );
});
