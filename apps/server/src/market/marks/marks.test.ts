import { price, rate, type Price } from '@plimsoll/money';
import { FIRST_PREVIOUS, firstMarkBreak, medianMid, type MarkSource } from '@plimsoll/proof';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ManualClock } from '../../platform/clock.ts';
import { errorCode, openDb, sql, type Db } from '../../platform/db.ts';
import { DatabaseLease, fenceOf, type Fence, type Lease } from '../../platform/lease.ts';
import { testHttp } from '../../testing/http.ts';
import { testDatabase, type TestDatabase } from '../../testing/index.ts';
import { createMarket, seedCoins, seedMarkets, type MarketRoom } from '../index.ts';
import type { MarketMark } from '../types.ts';
import { markAudits } from './audit.ts';
import { MarkWriter } from './mark-writer.ts';
import { appendMarks, readMarks } from './store.ts';

const START_MS = Date.UTC(2026, 10, 20, 13);
const DENIED = '42501';
let texts = 0;
const raw = <Row = Record<string, unknown>>(text: string) => sql<Row>(`test.${(texts += 1)}`, text);

let database: TestDatabase;
let db: Db;
let owner: Db;
let marketId: string;

beforeAll(async () => {
  database = await testDatabase();
  ({ db } = database);
  owner = openDb(database.url, { connections: 1, role: null });
  await seedCoins(db);
  await seedMarkets(db);
  marketId = (await db.run(raw<{ id: string }>(`select id from market where symbol = 'btcusdt'`)))[0]?.id ?? '';
  await db.run(raw(`update market set enabled = symbol in ('btcusdt', 'ethusdt')`));
});
afterAll(async () => {
  await owner.close();
  await database.drop();
});
beforeEach(async () => {
  await owner.run(raw('delete from mark'));
  await owner.run(raw('delete from mark_head'));
  await owner.run(raw('delete from mark_gap'));
});

const source = (name: string, mid: string): MarkSource => ({
  name,
  bid: (price(mid) - 1n) as Price,
  ask: (price(mid) + 1n) as Price,
  timeMs: START_MS,
});
const mark = (seq: number, afterMs: number, mid = '100'): MarketMark => ({
  marketId,
  seq,
  timeMs: START_MS + afterMs,
  price: price(mid),
  sources: [source('sim-1', mid), source('sim-2', mid)],
  held: false,
});
const whole = () => readMarks(db, { marketId, symbol: 'btcusdt', fromSeq: 1, limit: 100_000 });
const wrong = async () =>
  (await Promise.all(markAudits.map((each) => db.run(raw<{ row: string }>(each.wrong))))).flat().map(({ row }) => row);

const randomSource = fc.record({
  bid: fc.bigInt({ min: 1n, max: 10n ** 24n }),
  spread: fc.bigInt({ min: 1n, max: 10n ** 12n }),
  timeMs: fc.integer({ min: 0, max: 4_000_000_000_000 }),
  seq: fc.option(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), { nil: undefined }),
  trade: fc.option(fc.stringMatching(/^[\w-]{1,64}$/), { nil: undefined }),
});
const randomMark = fc.record({
  sources: fc.array(randomSource, { minLength: 1, maxLength: 5 }),
  laterMs: fc.integer({ min: 0, max: 100_000 }),
  held: fc.boolean(),
});

test('the database and packages/proof compute the same hash and the same median of any mark', async () => {
  let seq = 0;
  let timeMs = START_MS;
  await fc.assert(
    fc.asyncProperty(fc.array(randomMark, { minLength: 1, maxLength: 20 }), async (drawn) => {
      const marks = drawn.map(({ sources: quotes, laterMs, held }): MarketMark => {
        seq += 1;
        timeMs += laterMs;
        const sources = quotes.map(({ bid, spread, timeMs: at, seq: number, trade }, index): MarkSource => ({
          name: `s-${index}`,
          bid: bid as Price,
          ask: (bid + spread) as Price,
          timeMs: at,
          ...(number === undefined ? {} : { seq: number }),
          ...(trade === undefined ? {} : { trade }),
        }));
        return { marketId, seq, timeMs, price: medianMid(sources), sources, held };
      });
      await appendMarks(db, marks, null);
      const written = await readMarks(db, { marketId, symbol: 'btcusdt', fromSeq: marks[0]?.seq ?? 0, limit: 100 });
      expect(written).toHaveLength(marks.length);
      expect(firstMarkBreak(written)).toBeUndefined();
    }),
    { numRuns: 20 },
  );
  expect(await wrong()).toEqual([]);
});

test('a repeated write changes nothing, and no mark is earlier than the previous one or than the complete part', async () => {
  await appendMarks(db, [mark(1, 0), mark(2, 200)], START_MS + 300);
  await appendMarks(db, [mark(1, 0), mark(2, 200), mark(3, 300), mark(4, -5_000)], null);
  const marks = await whole();
  expect(marks.map(({ seq, timeMs }) => [seq, timeMs - START_MS])).toEqual([
    [1, 0],
    [2, 200],
    [3, 301],
    [4, 301],
  ]);
  expect([marks[0]?.previous, firstMarkBreak(marks)]).toEqual([FIRST_PREVIOUS, undefined]);
});

test('marks that a former leader writes late are on no tape, and take no number of the next leader', async () => {
  const clock = new ManualClock(START_MS);
  const leases = ['first', 'second'].map(() => new DatabaseLease({ name: 'marks', db, clock, log }));
  const [former, next] = leases.map(() => new MarkWriter({ db, clock }));
  const takeLease = async (lease: Lease | undefined): Promise<Fence | undefined> =>
    lease && fenceOf(lease, (await lease.take()) ?? 0);
  await former?.begin(await takeLease(leases[0]));
  former?.add(mark(1, 0));
  await former?.flush();
  // Hangs with two marks that it has published.
  for (const seq of [2, 3]) former?.add(mark(seq, seq * 200, '90'));
  await db.run(raw(`update process_lease set until = clock_timestamp() where name = 'marks'`));
  await next?.begin(await takeLease(leases[1]));
  next?.add(mark(2, 2_000));
  await next?.flush();
  await former?.complete();
  next?.add(mark(3, 3_000, '101'));
  await next?.complete();
  expect((await whole()).map(({ seq, timeMs, price: at }) => [seq, timeMs - START_MS, at])).toEqual([
    [1, 0, price('100')],
    [2, 2_000, price('100')],
    [3, 3_000, price('101')],
  ]);
  expect([former?.waiting, next?.waiting]).toEqual([0, 0]);
});

test("the server's role can neither write nor change nor remove a mark but through the function", async () => {
  await appendMarks(db, [mark(1, 0)], null);
  const ways = [
    'insert into mark select * from mark',
    'update mark set price = 1',
    'delete from mark',
    'update mark_head set seq = 9',
    'truncate mark',
  ];
  for (const way of ways)
    expect(
      await db.run(raw(way)).then(
        () => 'done',
        (error: unknown) => errorCode(error),
      ),
    ).toBe(DENIED);
});

test.each([
  ['a price', `update mark set price = price + 1 where seq = 2`],
  ['a time', `update mark set time = time + interval '1 millisecond' where seq = 2`],
  ['a source', `update mark set sources = replace(sources, 'sim-1', 'sim-9') where seq = 2`],
  ['what was held back', 'update mark set held = true where seq = 2'],
  ['a link', `update mark set previous = hash where seq = 2`],
  ['a mark that is gone', 'delete from mark where seq = 2'],
  ['the end that is gone', 'delete from mark where seq = 3'],
  [
    'a price that is no median, with its hash made to fit',
    `with c as (update mark set price = 101 where seq = 3 returning *)
    update mark_head h set hash = mark_hash(c.previous, 'btcusdt', 3, c.time, 101, c.sources, c.held) from c where h.market_id = c.market_id`,
  ],
])('the audit finds %s', async (_what, change) => {
  await appendMarks(db, [mark(1, 0), mark(2, 200), mark(3, 400)], null);
  expect(await wrong()).toEqual([]);
  await owner.run(raw(change));
  expect(await wrong()).not.toEqual([]);
});

const log = {
  info() {},
  error(details: object, message: string) {
    throw new Error(message, { cause: details });
  },
};
async function begin(clock: ManualClock): Promise<MarketRoom> {
  const room = createMarket({
    db,
    clock,
    config: { kind: 'simulated', rate: 2, seed: 'tide' },
    log,
    freshSeconds: () => 5,
    spotFee: () => rate('0.001'),
  });
  await room.start();
  return room;
}

test('marks are made of three sources, written to the tape and continued after a restart', async () => {
  const clock = new ManualClock(START_MS);
  const room = await begin(clock);
  clock.advance(10_000);
  await room.marks.complete();
  const marks = await whole();
  expect(marks.length).toBeGreaterThanOrEqual(10);
  expect(marks.at(-1)?.sources.map(({ name }) => name)).toEqual(['sim-1', 'sim-2', 'sim-3']);
  expect(room.data.mark(marketId)?.seq).toBe(marks.findLast(({ held }) => !held)?.seq);
  await room.stop();

  const again = await begin(clock);
  // The tape has a recent mark, but no book has arrived yet.
  expect(again.data.mark(marketId)).toBeUndefined();
  clock.advance(3_000);
  expect(again.data.mark(marketId)?.seq).toBeGreaterThan(marks.at(-1)?.seq ?? 0);
  await again.stop();
  const all = await whole();
  expect([all.length > marks.length, firstMarkBreak(all)]).toEqual([true, undefined]);
  expect(await wrong()).toEqual([]);
});

test('the marks of a market are public, and their chain can be recomputed from the answer', async () => {
  const clock = new ManualClock(START_MS);
  const room = await begin(clock);
  clock.advance(4_000);
  await room.marks.complete();
  const http = testHttp({ db, clock, routes: room.routes });
  const answer = await http.call('tape', { symbol: 'btcusdt', from: 2, to: 3 }, { method: 'GET' });
  const [first] = (await whole()).slice(1);
  expect(answer.data).toMatchObject({
    list: [
      { seq: 2, market: 'btcusdt', hash: first?.hash, previous: first?.previous, sources: [{ name: 'sim-1' }, {}, {}] },
      { seq: 3 },
    ],
  });
  expect(await http.call('tape', { symbol: 'nothing', from: 1 }, { method: 'GET' })).toMatchObject({
    code: 204,
    reason: 'not_found',
  });
  expect(await http.call('tape', { symbol: 'ethusdt', from: 9_999 }, { method: 'GET' })).toMatchObject({
    data: { list: [] },
  });
  await http.app.close();
  await room.stop();
});

test('a gap states whether no process ran or the market was closed', async () => {
  const clock = new ManualClock(START_MS);
  const first = await begin(clock);
  clock.advance(4_000);
  await first.stop();
  clock.advance(60_000);
  const room = await begin(clock);
  clock.advance(4_000);
  await room.marks.complete();
  const found = () =>
    db.run(
      raw<{ why: string; long: boolean }>(
        'select why, to_at - from_at > $1::interval as long from mark_gap where market_id = $2 order by from_at',
      ),
      ['59 seconds', marketId],
    );
  expect(await found()).toEqual([{ why: 'stopped', long: true }]);
  for (const enabled of [false, true]) {
    await owner.run(raw(`update market set enabled = ${enabled} where symbol = 'btcusdt'`));
    await room.refreshCatalogue();
    clock.advance(60_000);
  }
  await room.marks.complete();
  expect((await found()).map(({ why }) => why)).toEqual(['stopped', 'closed']);
  await room.stop();
  expect(await wrong()).toEqual([]);
});
