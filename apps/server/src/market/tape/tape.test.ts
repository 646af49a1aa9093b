import { amount, price } from '@plimsoll/money';
import { FIRST_PREVIOUS, firstBreak, tickHash, type TapeTick } from '@plimsoll/proof';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { errorCode, openDb, sql, type Db } from '../../platform/db.ts';
import { testDatabase, type TestDatabase } from '../../testing/index.ts';
import { seedCoins, seedMarkets } from '../seed.ts';
import type { Tick } from '../types.ts';
import { appendTicks, completeTo, lastTicksAt, readStretch, successorOf, ticksBySeq } from './store.ts';

const START_MS = Date.UTC(2026, 10, 20, 13);
const DENIED = '42501';
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
});
afterAll(async () => {
  await owner.close();
  await database.drop();
});
beforeEach(async () => {
  await owner.run(raw('delete from tick'));
  await owner.run(raw('delete from tape_head'));
});

const tick = (seq: number, afterMs: number, at = '100', marketId = ids.btc): Tick => ({
  marketId,
  seq,
  sourceTimeMs: START_MS + afterMs - 3,
  receiveTimeMs: START_MS + afterMs,
  price: price(at),
  size: amount('0.5'),
});
const put = (ticks: readonly Tick[], wholeToMs: number | null = null) => appendTicks(db, 'simulated', ticks, wholeToMs);
const whole = (marketId = ids.btc, symbol = 'btcusdt') =>
  readStretch(db, { marketId, symbol, fromSeq: 1, limit: 100_000 });
const times = (ticks: readonly TapeTick[]) => ticks.map((each) => each.receiveTimeMs - START_MS);
const failure = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing',
    (error: unknown) => errorCode(error),
  );

test("a market's first tick names zeros, each later one the previous hash, in a chain of its own", async () => {
  await put([tick(5, 0), tick(9, 10, '101'), tick(7, 4, '4000', ids.eth)]);
  await put([tick(12, 20, '99.5')]);
  const [btc, eth] = [await whole(), await whole(ids.eth, 'ethusdt')];
  expect([btc.map((each) => each.seq), eth.map((each) => each.seq)]).toEqual([[5, 9, 12], [7]]);
  expect([btc[0]?.previous, eth[0]?.previous]).toEqual([FIRST_PREVIOUS, FIRST_PREVIOUS]);
  expect([firstBreak(btc), firstBreak(eth)]).toEqual([undefined, undefined]);
});

const randomTick = fc.record({
  gap: fc.integer({ min: 1, max: 1_000_000_000 }),
  sourceTimeMs: fc.integer({ min: -1_000_000_000_000, max: 4_000_000_000_000 }),
  receiveTimeMs: fc.integer({ min: 1, max: 4_000_000_000_000 }),
  price: fc.bigInt({ min: 1n, max: 10n ** 26n - 1n }),
  size: fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 10n ** 26n - 1n })),
  source: fc.constantFrom('simulated', 'replay', 'htx', 'binance', 'okx'),
});

test('the database and packages/proof compute the same hash of any tick', async () => {
  let seq = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(randomTick, { minLength: 1, maxLength: 30 }), async (drawn) => {
      const first = seq + 1;
      const { source } = drawn[0] ?? { source: 'htx' };
      await appendTicks(
        db,
        source,
        drawn.map((each) => {
          seq += each.gap;
          return {
            ...each,
            marketId: ids.btc,
            seq,
            price: each.price as Tick['price'],
            size: each.size as Tick['size'],
          };
        }),
        null,
      );
      const kept = await readStretch(db, { marketId: ids.btc, symbol: 'btcusdt', fromSeq: first, limit: 100 });
      expect(kept.map((each) => [each.source, each.sourceTimeMs, each.price, each.size])).toEqual(
        drawn.map((each) => [source, each.sourceTimeMs, each.price, each.size]),
      );
      for (const each of kept) expect(each.hash).toBe(tickHash(each));
    }),
    { numRuns: 60 },
  );
  expect(firstBreak(await whole())).toBeUndefined();
});

test('a tick not beyond the head is left out, and returned when the tape does not have it as given', async () => {
  await put([tick(5, 0), tick(9, 10, '101')]);
  expect(await put([tick(5, 0), tick(9, 10, '101'), tick(10, 11)])).toEqual([]);
  expect(await put([tick(7, 5), tick(9, 10, '102'), tick(11, 12)])).toEqual([
    { marketId: ids.btc, seq: 7 },
    { marketId: ids.btc, seq: 9 },
  ]);
  const kept = await whole();
  expect(kept.map((each) => each.seq)).toEqual([5, 9, 10, 11]);
  expect(firstBreak(kept)).toBeUndefined();
});

test('two processes that append concurrently make one chain', async () => {
  const [one, other] = [openDb(database.url, { connections: 1 }), openDb(database.url, { connections: 1 })];
  const all = Array.from({ length: 60 }, (_each, index) => index + 1);
  const process = async (own: Db, size: number) => {
    for (let at = 0; at < all.length; at += size) {
      const part = all.slice(at, at + size);
      await appendTicks(
        own,
        'simulated',
        [...part.map((seq) => tick(seq, seq)), ...part.map((seq) => tick(seq, seq, '4000', ids.eth))],
        START_MS + at,
      );
    }
  };
  await Promise.all([process(one, 7), process(other, 4)]);
  for (const kept of [await whole(), await whole(ids.eth, 'ethusdt')]) {
    expect(kept.map((each) => each.seq)).toEqual(all);
    expect(firstBreak(kept)).toBeUndefined();
  }
  await Promise.all([one.close(), other.close()]);
});

test("the tape's time never decreases, even when the clock does", async () => {
  await put([tick(1, 1_000)]);
  await put([tick(2, -86_400_000), tick(3, 900), tick(4, 1_001)]);
  expect(times(await whole())).toEqual([1_000, 1_000, 1_000, 1_001]);
});

test('once a tape is complete up to a moment, later ticks are after it', async () => {
  await put([tick(1, 0), tick(2, 0, '4000', ids.eth)]);
  expect(await completeTo(db, [ids.btc, ids.eth])).toEqual(new Map());
  await put([tick(3, 500)], START_MS + 500);
  expect(await completeTo(db, [ids.btc, ids.eth, '999'])).toEqual(
    new Map([
      [ids.btc, START_MS + 500],
      [ids.eth, START_MS + 500],
    ]),
  );
  await put([tick(4, 500), tick(5, 500), tick(6, 502), tick(7, -5, '4001', ids.eth)]);
  expect(times(await whole())).toEqual([0, 500, 501, 501, 502]);
  expect(times(await whole(ids.eth, 'ethusdt'))).toEqual([0, 501]);
  // After the clock was set back the complete part stays.
  await put([], START_MS + 100);
  expect(await completeTo(db, [ids.btc])).toEqual(new Map([[ids.btc, START_MS + 500]]));
});

test('the last tick at a moment is the highest of those received by then', async () => {
  await put([tick(1, 0), tick(2, 100), tick(3, 100), tick(4, 200), tick(5, 40, '4000', ids.eth)]);
  const at = (marketId: string, afterMs: number) => ({ marketId, atMs: START_MS + afterMs });
  const found = await lastTicksAt(db, [
    at(ids.btc, 100),
    at(ids.btc, -1),
    at(ids.eth, 100),
    at(ids.btc, 99),
    at(ids.btc, 999),
    at('999', 100),
  ]);
  expect(found.map((each) => each && `${each.symbol} ${each.seq}`)).toEqual([
    'btcusdt 3',
    undefined,
    'ethusdt 5',
    'btcusdt 1',
    'btcusdt 4',
    undefined,
  ]);
});

test('ticks and their successors are found by name, in the order requested', async () => {
  await put([tick(1, 0), tick(5, 100), tick(9, 200)]);
  const names = [9, 1, 4, 5].map((seq) => ({ marketId: ids.btc, seq }));
  expect((await ticksBySeq(db, names)).map((each) => each?.seq)).toEqual([9, 1, undefined, 5]);
  expect((await successorOf(db, names)).map((each) => each?.seq)).toEqual([undefined, 5, 5, 9]);
});

test('a stretch includes both ends, oldest first, up to its limit', async () => {
  await put([1, 3, 5, 7].map((seq) => tick(seq, seq)));
  const read = async (fromSeq: number, toSeq: number | undefined, limit: number) =>
    (await readStretch(db, { marketId: ids.btc, symbol: 'btcusdt', fromSeq, toSeq, limit })).map((each) => each.seq);
  expect([await read(3, 5, 9), await read(2, undefined, 2), await read(5, 3, 9), await read(8, undefined, 9)]).toEqual([
    [3, 5],
    [3, 5],
    [],
    [],
  ]);
});

test.each([
  'insert into tick select market_id, seq + 1, source, source_time, receive_time, price, size, hash, hash from tick',
  'update tick set price = price',
  'delete from tick',
  'truncate tick',
  "insert into tape_head (market_id, symbol) values (1, 'btcusdt')",
  'update tape_head set complete_to = complete_to',
  'delete from tape_head',
  'truncate tape_head',
  'alter table tick disable trigger all',
])("the server's role cannot: %s", async (statement) => {
  await put([tick(1, 0)]);
  expect(await failure(db.run(raw(statement)))).toBe(DENIED);
});

test('a market that has a tape keeps its symbol', async () => {
  await put([tick(1, 0)]);
  const FOREIGN_KEY = '23503';
  expect(await failure(owner.run(raw(`update market set symbol = 'xbtusdt' where symbol = 'btcusdt'`)))).toBe(
    FOREIGN_KEY,
  );
});
