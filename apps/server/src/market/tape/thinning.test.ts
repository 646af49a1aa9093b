import { amount, price } from '@plimsoll/money';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditLedger } from '../../ledger/index.ts';
import { openDb, sql, type Db } from '../../platform/db.ts';
import { behindTriggers } from '../../testing/behind-triggers.ts';
import { testDatabase, type TestDatabase } from '../../testing/index.ts';
import { seedCoins, seedMarkets } from '../seed.ts';
import { tapeAudits } from './audit.ts';
import { appendTicks, readStretch, type TickName } from './store.ts';
import { thinTape } from './thin.ts';

const START_MS = Date.UTC(2026, 8, 1);
const DAY_MS = 86_400_000;
const raw = <Row = Record<string, unknown>>(text: string) => sql<Row>(`test ${text}`.slice(0, 60), text);

let database: TestDatabase;
let db: Db;
let owner: Db;
let ids: { btc: string; eth: string };

beforeAll(async () => {
  database = await testDatabase();
  ({ db } = database);
  owner = openDb(database.url, { connections: 1, role: null });
  await seedCoins(db);
  await seedMarkets(db);
  const found = await db.run(
    raw<{ id: string }>(`select id from market where symbol in ('btcusdt', 'ethusdt') order by symbol`),
  );
  ids = { btc: found[0]?.id ?? '', eth: found[1]?.id ?? '' };
  await owner.run(
    raw(
      `insert into member (id, username, password_hash, invite_code, created_at) values (1, 'keel', '-', 'AAAAAAAA', now())`,
    ),
  );
  await owner.run(
    raw(
      `insert into option_version_terms (version, seconds, min, max, rate) values (1, 5, 1, 100, 0.8), (1, 60, 1, 100, 0.8)`,
    ),
  );
});
afterAll(async () => {
  await owner.close();
  await database.drop();
});
beforeEach(async () => {
  for (const table of ['option_order', 'spot_book', 'tape_thinned', 'tick', 'tape_head'])
    await behindTriggers(owner, table, raw(`delete from ${table}`));
});

/** A tick a second, numbered from 1, and one forty days later. */
async function record(count: number, marketId = ids.btc): Promise<void> {
  const at = (seq: number, afterMs: number) => ({
    marketId,
    seq,
    sourceTimeMs: START_MS + afterMs,
    receiveTimeMs: START_MS + afterMs,
    price: price(`${100 + seq}`),
    size: amount('1'),
  });
  const ticks = Array.from({ length: count }, (_each, index) => at(index + 1, index * 1_000));
  await appendTicks(db, 'simulated', [...ticks, at(count + 1, 40 * DAY_MS)], null);
}
const NOW_MS = START_MS + 40 * DAY_MS;

const takeOption = raw(`
  insert into option_order (member_id, market_id, direction, stake, decimals, terms_version, seconds, rate, winnings, fresh_ms, entry_seq, entry_price, placed_at, expires_at)
  select 1, market_id, 1, 10, 8, 1, $3::int, 0.8, 8, 5000, seq, price, receive_time, receive_time + $3::int * interval '1 second' from tick where market_id = $1 and seq = $2`);
const nameInBook = raw(`
  insert into spot_book (market_id, seq, tick_seq, source_time, receive_time, bids, asks, bids_left, asks_left)
  values ($1, $2, $2, now(), now(), '[]', '[]', '[]', '[]')`);
const option = ({ marketId, seq }: TickName, seconds: 5 | 60) => owner.run(takeOption, [marketId, seq, seconds]);

const kept = async (marketId = ids.btc) =>
  (await readStretch(db, { marketId, symbol: 'btcusdt', fromSeq: 1, limit: 100_000 })).map((each) => each.seq);
const between = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_each, index) => from + index);
const wrong = async () => (await auditLedger(db, tapeAudits)).checks.flatMap((check) => check.rows);
const thinSome = raw<{ looked: number; removed: number }>('select * from tape_thin($1, $2)');

test('unneeded ticks are removed after thirty days; the last tick stays', async () => {
  await record(20);
  expect(await thinTape(db, NOW_MS)).toBe(20);
  expect(await kept()).toEqual([21]);
  expect(await wrong()).toEqual([]);
});

test('an option’s whole stretch stays, from its entry tick to the first after its expiry', async () => {
  await record(30);
  await option({ marketId: ids.btc, seq: 10 }, 5);
  await thinTape(db, NOW_MS);
  // Ticks 10 to 15 are up to the expiry, 16 is the first after it.
  expect(await kept()).toEqual([...between(10, 16), 31]);
  expect(await wrong()).toEqual([]);
});

test('overlapping stretches stay as one; those of another market keep nothing here', async () => {
  await record(120);
  await record(120, ids.eth);
  await option({ marketId: ids.btc, seq: 10 }, 60);
  await option({ marketId: ids.btc, seq: 12 }, 5);
  await option({ marketId: ids.btc, seq: 68 }, 5);
  await option({ marketId: ids.eth, seq: 90 }, 5);
  await thinTape(db, NOW_MS);
  expect(await kept()).toEqual([...between(10, 74), 121]);
  expect(await kept(ids.eth)).toEqual([...between(90, 96), 121]);
  expect(await wrong()).toEqual([]);
});

test('a tick that a snapshot names stays, with the one after it', async () => {
  await record(20);
  for (const seq of [1, 7, 8, 20]) await owner.run(nameInBook, [ids.btc, seq]);
  await thinTape(db, NOW_MS);
  expect(await kept()).toEqual([1, 2, 7, 8, 9, 20, 21]);
  expect(await wrong()).toEqual([]);
});

test.each([1, 2, 3, 7])('batches do not change the result (%i)', async (most) => {
  await record(60);
  await record(60, ids.eth);
  await option({ marketId: ids.btc, seq: 10 }, 5);
  await option({ marketId: ids.btc, seq: 13 }, 5);
  await option({ marketId: ids.btc, seq: 1 }, 5);
  await owner.run(nameInBook, [ids.btc, 40]);
  const before = new Date(NOW_MS - 30 * DAY_MS);
  const turns: number[] = [];
  for (let looked = 1; looked > 0; turns.push(looked))
    looked = (await db.run(thinSome, [before, most]))[0]?.looked ?? 0;
  expect(Math.max(...turns)).toBe(most);
  expect(await kept()).toEqual([...between(1, 7), ...between(10, 19), 40, 41, 61]);
  expect(await kept(ids.eth)).toEqual([61]);
  expect(await wrong()).toEqual([]);
});

test("the last thirty days by the tape's own time always stay", async () => {
  await record(20);
  await db.run(thinSome, [new Date(NOW_MS + 1_000 * DAY_MS), 5000]);
  expect(await kept()).toEqual([21]);
  const at = (seq: number, days: number) => ({
    marketId: ids.btc,
    seq,
    sourceTimeMs: 0,
    receiveTimeMs: NOW_MS + days * DAY_MS,
    price: price('1'),
    size: amount('1'),
  });
  await appendTicks(db, 'simulated', [at(30, 1), at(31, 29), at(32, 30)], null);
  await db.run(thinSome, [new Date(NOW_MS + 1_000 * DAY_MS), 5000]);
  expect(await kept()).toEqual([21, 30, 31, 32]);
  await appendTicks(db, 'simulated', [at(33, 31)], null);
  await db.run(thinSome, [new Date(NOW_MS + 1_000 * DAY_MS), 5000]);
  expect(await kept()).toEqual([30, 31, 32, 33]);
  expect(await wrong()).toEqual([]);
});

test('a thinned tape continues as the same chain', async () => {
  await record(20);
  await thinTape(db, NOW_MS);
  await appendTicks(
    db,
    'simulated',
    [{ marketId: ids.btc, seq: 50, sourceTimeMs: 0, receiveTimeMs: NOW_MS + 5, price: price('1'), size: amount('1') }],
    null,
  );
  expect(await wrong()).toEqual([]);
});

test('it stops between two batches on request', async () => {
  await record(20);
  expect(await thinTape(db, NOW_MS, () => true)).toBe(0);
  expect(await kept()).toHaveLength(21);
});

const found = async (change: string): Promise<string[]> => {
  await owner.run(raw(change));
  return wrong();
};

test.each([
  ['a changed price', 'update tick set price = price + 1 where seq = 12', ['btcusdt 12: does not carry its hash']],
  [
    'a changed time',
    `update tick set receive_time = receive_time + interval '1 millisecond' where seq = 12`,
    ['btcusdt 12: does not carry its hash'],
  ],
  ['a changed size', 'update tick set size = 2 where seq = 12', ['btcusdt 12: does not carry its hash']],
  ['a changed source', `update tick set source = 'htx' where seq = 12`, ['btcusdt 12: does not carry its hash']],
  [
    'a changed price with its hash',
    `update tick set price = 5, hash = tape_hash(previous, 'btcusdt', seq, source, source_time, receive_time, 5, size) where seq = 12`,
    ['btcusdt 13: does not name the tick before it'],
  ],
  ['a removed tick', 'delete from tick where seq = 12', ['btcusdt 13: does not name the tick before it']],
  ['a removed first tick', 'delete from tick where seq = 1', ['btcusdt 2: does not name the tick before it']],
  ['a removed last tick', 'delete from tick where seq = 21', ['btcusdt: the head is 21, the last tick 20']],
])('%s is found by the audit', async (_what, change, expected) => {
  await record(20);
  expect(await wrong()).toEqual([]);
  const rows = await found(change);
  for (const row of expected) expect(rows.join('\n')).toContain(row);
  expect(rows).toHaveLength(expected.length);
});

test.each([12, 30])('a tick inserted with a hash of its own is found by the audit (%i)', async (seq) => {
  await record(20);
  await owner.run(raw('delete from tick where seq = 12'));
  await owner.run(
    raw(`
    insert into tick (market_id, seq, source, source_time, receive_time, price, size, previous, hash)
    select market_id, $1::bigint, source, source_time, receive_time, 7, size, hash, tape_hash(hash, 'btcusdt', $1::bigint, source, source_time, receive_time, 7, size)
    from tick where seq = 11`),
    [seq],
  );
  expect((await wrong()).length).toBeGreaterThan(0);
});

test('the audit reports a missing tick that thinning had to keep', async () => {
  await record(40);
  await option({ marketId: ids.btc, seq: 10 }, 5);
  await owner.run(nameInBook, [ids.btc, 30]);
  await thinTape(db, NOW_MS);
  expect(await wrong()).toEqual([]);
  expect(await found('delete from tick where seq = 12')).toEqual(['btcusdt: the tick after 11 is missing']);
  expect(await found('delete from tick where seq = 16')).toEqual([
    'btcusdt: the tick after 11 is missing',
    'btcusdt: the tick after 15 is missing',
  ]);
  expect(await found('delete from tick where seq = 31')).toContain('btcusdt: the tick after 30 is missing');
});

test.each([
  'insert into tape_thinned (market_id) select market_id from tape_head',
  'update tape_thinned set seq = 0',
  'delete from tape_thinned',
])("the server's role cannot: %s", async (statement) => {
  await record(3);
  await expect(db.run(raw(statement))).rejects.toMatchObject({ code: '42501' });
});
