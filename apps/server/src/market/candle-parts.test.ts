import { PERIODS, type Period } from '@plimsoll/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ManualClock } from '../platform/clock.ts';
import { openDb, sql, type Db } from '../platform/db.ts';
import { migrate, MIGRATIONS } from '../platform/migrate.ts';
import { testDatabase, type TestDatabase } from '../testing/index.ts';
import { failingLog } from '../testing/world-parts.ts';
import { CandleParts } from './candle-parts.ts';
import { SERIES_LENGTH } from './candle-series.ts';
import { PERIOD_MS, periodsBefore, periodStart } from './periods.ts';
import { seedCoins, seedMarkets } from './seed.ts';
import { keepCandles, readKeptBars } from './store.ts';

const START_MS = Date.UTC(2026, 10, 29, 3, 27);
const DAY_MS = 86_400_000;
const MARKET = '1';

let database: TestDatabase;
let db: Db;
let owner: Db;
let clock: ManualClock;
let parts: CandleParts;

beforeAll(async () => {
  database = await testDatabase();
  ({ db } = database);
  owner = openDb(database.url, { connections: 2, role: null });
  await seedCoins(db);
  await seedMarkets(db);
});
afterAll(async () => {
  await owner.close();
  await database.drop();
});
beforeEach(async () => {
  for (const { part } of await partsOf('')) await owner.run(sql(`test.drop ${part}`, `drop table ${part}`));
  await owner.run(sql('test.empty', 'delete from candle'));
  await owner.run(sql('test.keepAll', 'update candle_period set kept_from_s = -9223372036854775807'));
  clock = new ManualClock(START_MS);
  parts = new CandleParts({ db, clock, log: failingLog });
});

/** The parts of periods that begin so, and how many bars lie in each. */
async function partsOf(period: string, on: Db = owner): Promise<{ part: string; bars: number }[]> {
  const named = await on.run(
    sql<{ part: string }>(
      'test.parts',
      `select relname::text as part from pg_class where relispartition and relkind = 'r' and relname ~ ('^candle_' || $1 || '.*_[0-9]{8}$') order by 1`,
    ),
    [period],
  );
  return Promise.all(named.map(async ({ part }) => ({ part, bars: await countIn(part, on) })));
}
async function countIn(table: string, on: Db = owner): Promise<number> {
  const [row] = await on.run(sql<{ n: number }>(`test.count ${table}`, `select count(*)::int as n from ${table}`));
  return row?.n ?? 0;
}

const bar = (period: Period, startMs: number) => ({
  marketId: MARKET,
  period,
  bar: { id: startMs / 1000, open: 1, close: 2, low: 1, high: 2, amount: 1, vol: 1.5, count: 1 },
});
/** The newest bars of a period, as many as a chart has. */
const barsOf = (period: Period, nowMs: number, size = SERIES_LENGTH) =>
  Array.from({ length: size }, (_, back) => bar(period, periodsBefore(period, periodStart(period, nowMs), back)));
const keep = (bars: readonly ReturnType<typeof bar>[], completeToMs = START_MS) =>
  keepCandles(db, bars, [{ marketId: MARKET, seq: 0, completeToMs }]);
const readBack = async (period: Period): Promise<number[]> =>
  (await readKeptBars(db, () => 10_000, MARKET)).filter((each) => each.period === period).map((each) => each.bar.id);

test('all bars that a chart shows lie in parts, and one part more is there ahead', async () => {
  await parts.make();
  for (const period of PERIODS) await keep(barsOf(period, clock.nowMs()));
  for (const period of PERIODS) {
    const starts = await readBack(period);
    expect(starts).toEqual(
      barsOf(period, clock.nowMs())
        .map((each) => each.bar.id)
        .toReversed(),
    );
  }
  for (const period of ['1min', '5min', '15min', '30min', '60min', '4hour']) {
    expect(await countIn(`candle_${period}_rest`)).toBe(0);
    const own = await partsOf(period);
    expect(own.at(-1)).toMatchObject({ bars: 0 });
    expect(own.reduce((sum, { bars }) => sum + bars, 0)).toBe(SERIES_LENGTH);
  }
});

test('parts that are there are not made again, and the day after needs as many as it is long', async () => {
  await parts.make();
  const before = await partsOf('');
  await parts.make();
  expect(await partsOf('')).toEqual(before);
  clock.advance(2 * DAY_MS);
  await parts.make();
  expect((await partsOf('1min')).length - before.filter(({ part }) => part.startsWith('candle_1min')).length).toBe(1);
});

test('a bar beyond any chart is read no more, and goes with the last of its part: rows are not deleted', async () => {
  await parts.make();
  await keep(barsOf('1min', clock.nowMs()));
  const made = await partsOf('1min');
  const [first] = made;
  for (let hour = 1; hour <= 96; hour += 1) {
    clock.advance(3_600_000);
    await parts.makeAndDrop();
    const oldest = periodsBefore('1min', periodStart('1min', clock.nowMs()), SERIES_LENGTH) / 1000;
    const shown = barsOf('1min', START_MS)
      .map(({ bar: { id } }) => id)
      .filter((id) => id >= oldest);
    expect(await readBack('1min')).toEqual(shown.toReversed());
    // Whole, or gone.
    for (const now of await partsOf('1min')) {
      const then = made.find(({ part }) => part === now.part);
      expect(now.bars).toBe(then?.bars ?? 0);
    }
  }
  expect(first?.bars).toBeGreaterThan(0);
  expect((await partsOf('1min')).map(({ part }) => part)).not.toContain(first?.part);
  expect(await countIn('candle_1min')).toBe(0);
});

test('days, weeks and months are deleted one by one', async () => {
  await keep(barsOf('1day', START_MS, SERIES_LENGTH + 3));
  await parts.makeAndDrop();
  expect(await countIn('candle_long')).toBe(SERIES_LENGTH + 1);
});

test('bars that came before their part was made lie in the rest, are read there, and move into it', async () => {
  await keep(barsOf('5min', START_MS));
  const before = await readBack('5min');
  expect(before).toHaveLength(SERIES_LENGTH);
  expect(await countIn('candle_5min_rest')).toBe(SERIES_LENGTH);
  await parts.make();
  expect(await countIn('candle_5min_rest')).toBe(0);
  expect(await readBack('5min')).toEqual(before);
});

test('what an hour finds in the rest beyond any chart is deleted there', async () => {
  await keep([bar('1min', START_MS - 400 * DAY_MS), ...barsOf('1min', START_MS, 2)]);
  await parts.makeAndDrop();
  expect(await countIn('candle_1min_rest')).toBe(0);
  expect(await readBack('1min')).toHaveLength(2);
});

test('a clock that was years ahead for an hour leaves what lies in parts that are not dropped, and later bars are read', async () => {
  await parts.make();
  clock.set(START_MS + 400 * DAY_MS);
  await parts.makeAndDrop();
  clock.set(START_MS);
  await parts.makeAndDrop();
  await keep(barsOf('1min', START_MS, 3));
  expect(await readBack('1min')).toHaveLength(3);
});

test('several processes may make parts at once', async () => {
  await Promise.all(Array.from({ length: 6 }, () => parts.make()));
  expect(await partsOf('1min')).not.toEqual([]);
});

test('somebody who reads candles for long keeps nobody waiting: parts are made and dropped the next time', async () => {
  await parts.make();
  await keep(barsOf('1min', START_MS));
  const errors: string[] = [];
  const patient = new CandleParts({ db, clock, log: { error: (_, message) => void errors.push(message) } });
  clock.advance(10 * DAY_MS);
  await owner.transaction(async (tx) => {
    await tx.run(sql('test.look', 'select count(*) from candle'));
    await patient.makeAndDrop();
    await keep(barsOf('1min', clock.nowMs(), 1), clock.nowMs());
  });
  // Pruning fails as well, or finds the lock still taken by what failed before it and leaves it for the next time.
  expect(errors).toContain('making parts for candles failed, retrying');
  const [oldest] = await partsOf('1min');
  expect(oldest?.bars).toBeGreaterThan(0);
  await patient.makeAndDrop();
  expect((await partsOf('1min')).map(({ part }) => part)).not.toContain(oldest?.part);
  expect(await readBack('1min')).toEqual([periodStart('1min', clock.nowMs()) / 1000]);
});

test('an upgrade moves every bar into parts and changes none', async () => {
  const old = await testDatabase('template0');
  try {
    await migrate(old.url, MIGRATIONS, { upTo: '0054_webhooks' });
    const ownerOfOld = openDb(old.url, { connections: 2, role: null });
    await seedCoins(old.db);
    await seedMarkets(old.db);
    const write = sql(
      'test.bars',
      `insert into candle (market_id, period, start_s, open, close, low, high, volume, turnover, count)
      select 1, $1, s, 1 + n, 2 + n, 1, 3 + n, n, n, n + 1 from unnest($2::bigint[]) with ordinality e (s, n)`,
    );
    for (const period of PERIODS)
      await ownerOfOld.run(write, [period, barsOf(period, START_MS, SERIES_LENGTH + 400).map((each) => each.bar.id)]);
    const all = sql('test.all', 'select c.* from candle c order by market_id, period, start_s');
    const before = await ownerOfOld.run(all);
    await migrate(old.url);
    expect(await ownerOfOld.run(all)).toEqual(before);
    expect((await partsOf('1min', ownerOfOld)).length).toBeGreaterThan(1);
    await ownerOfOld.close();
  } finally {
    await old.drop();
  }
});

test('the server’s role changes bars and makes parts, and nothing else of the table', async () => {
  await expect(db.run(sql('test.part', 'drop table candle_1min_rest'))).rejects.toThrow('must be owner');
  await expect(db.run(sql('test.period', 'update candle_period set kept_from_s = 0'))).rejects.toThrow(
    'permission denied',
  );
  expect(await db.run(sql('test.mine', 'select 1 from candle limit 1'))).toEqual([]);
});

test('each period’s part holds at most as many bars as a chart and a half', async () => {
  const rows = await db.run(
    sql<{ period: Period; part_s: number | null }>('test.periods', 'select period, part_s from candle_period'),
  );
  expect(rows).toHaveLength(PERIODS.length);
  for (const { period, part_s } of rows)
    expect(((part_s ?? 0) * 1000) / PERIOD_MS[period]).toBeLessThanOrEqual(1.5 * SERIES_LENGTH);
});
