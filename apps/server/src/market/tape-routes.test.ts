import { MARKS_MAX, TAPE_STRETCH_MAX } from '@plimsoll/contract';
import { amount, format, price, rate } from '@plimsoll/money';
import { firstBreak, type TapeTick } from '@plimsoll/proof';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ManualClock } from '../platform/clock.ts';
import { sql } from '../platform/db.ts';
import { testHttp, type TestHttp } from '../testing/http.ts';
import { testDatabase, type TestDatabase } from '../testing/index.ts';
import { createMarket, seedCoins, seedMarkets, type MarketRoom } from './index.ts';
import { appendMarks, readMarks } from './marks/store.ts';
import { appendTicks } from './tape/store.ts';

const START_MS = Date.UTC(2026, 10, 20, 13, 7, 21);
let database: TestDatabase;
let clock: ManualClock;
let room: MarketRoom;
let http: TestHttp;

const enableOnly = sql<never>('test.enableOnly', 'update market set enabled = symbol = any($1)');

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  await seedCoins(db);
  await seedMarkets(db);
  await db.run(enableOnly, [['btcusdt', 'ethusdt']]);
  clock = new ManualClock(START_MS);
  const log = {
    info() {},
    error(details: object, message: string) {
      throw new Error(message, { cause: details });
    },
  };
  room = createMarket({
    db,
    clock,
    config: { kind: 'simulated', rate: 2, seed: 'tide' },
    log,
    freshSeconds: () => 5,
    spotFee: () => rate('0.001'),
  });
  await room.start();
  clock.advance(10_000);
  await room.tape.complete();
  http = testHttp({ db, clock, routes: room.routes });
});
afterAll(async () => {
  await http.app.close();
  await room.stop();
  await database.drop();
});

interface WireTick {
  seq: number;
  source: string;
  source_time: string;
  time: string;
  price: string;
  size: string;
  previous: string;
  hash: string;
}
const stretch = async (fields: Record<string, unknown>) =>
  ((await http.call('tradeTape', fields, { method: 'GET' })).data as { list: WireTick[] }).list;
const readTick = (symbol: string, wire: WireTick): TapeTick => ({
  symbol,
  seq: wire.seq,
  source: wire.source,
  sourceTimeMs: Date.parse(wire.source_time),
  receiveTimeMs: Date.parse(wire.time),
  price: price(wire.price),
  size: amount(wire.size),
  previous: wire.previous,
  hash: wire.hash,
});

test('the tape of a market is public, and its chain can be recomputed from the answer', async () => {
  const list = await stretch({ symbol: 'btcusdt', from: 1 });
  expect(list.length).toBeGreaterThanOrEqual(19);
  expect(firstBreak(list.map((each) => readTick('btcusdt', each)))).toBeUndefined();
  expect(list.at(-1)).toMatchObject({
    source: 'simulated',
    seq: room.data.lastTick(room.data.bySymbol('btcusdt')?.id ?? '')?.seq,
  });
});

test('a stretch includes both ends; one that ends before it begins, or lies beyond the tape, is empty', async () => {
  const seqs = (await stretch({ symbol: 'btcusdt', from: 1 })).map((each) => each.seq);
  const [from, to] = [seqs[3], seqs[6]];
  expect((await stretch({ symbol: 'btcusdt', from, to })).map((each) => each.seq)).toEqual(seqs.slice(3, 7));
  expect((await stretch({ symbol: 'btcusdt', from, to: '' })).map((each) => each.seq)).toEqual(seqs.slice(3));
  expect(await stretch({ symbol: 'btcusdt', from: to, to: from })).toEqual([]);
  expect(await stretch({ symbol: 'btcusdt', from: '9223372036854775807' })).toEqual([]);
  expect(await stretch({ symbol: 'btcusdt', from: 1, to: '9223372036854775807' })).toHaveLength(seqs.length);
});

test('a stretch may be given by moments, both included', async () => {
  const all = await stretch({ symbol: 'btcusdt', from: 1 });
  const [first, last] = [all[3], all[6]];
  if (!first || !last) throw new Error('the tape is too short');
  const inside = all.filter(({ time }) => time >= first.time && time <= last.time);
  expect(inside.length).toBeGreaterThan(3);
  expect(await stretch({ symbol: 'btcusdt', from: first.time, to: last.time })).toEqual(inside);
  expect(await stretch({ symbol: 'btcusdt', from: first.seq, to: last.time })).toEqual(
    all.filter(({ seq, time }) => seq >= first.seq && time <= last.time),
  );
  expect(await stretch({ symbol: 'btcusdt', from: '2027-01-01T00:00:00.000Z' })).toEqual([]);
  expect(
    await stretch({ symbol: 'btcusdt', from: '0000-01-01T00:00:00Z', to: '9999-12-31T23:59:59.999999999Z' }),
  ).toEqual(all);
  expect(await stretch({ symbol: 'btcusdt', from: 1, to: '2020-01-01T00:00:00.000Z' })).toEqual([]);
  expect(await http.call('tradeTape', { symbol: 'btcusdt', from: '2026-13-01' }, { method: 'GET' })).toMatchObject({
    reason: 'bad_id',
  });
});

test('marks, too, are listed by moments', async () => {
  const list = async (fields: Record<string, unknown>) =>
    ((await http.call('tape', { symbol: 'btcusdt', ...fields }, { method: 'GET' })).data as { list: WireTick[] }).list;
  const all = await list({ from: 1 });
  const [first, last] = [all[2], all[5]];
  if (!first || !last) throw new Error('the tape is too short');
  const inside = all.filter(({ time }) => time >= first.time && time <= last.time);
  expect(await list({ from: first.time, to: last.time })).toEqual(inside);
});

test.each(['nousdt', 'BTCUSDT', 'dogeusdt'])('the unknown symbol %s is not found', async (symbol) => {
  expect(await http.call('tradeTape', { symbol, from: 1 }, { method: 'GET' })).toMatchObject({
    code: 204,
    reason: 'not_found',
  });
});

test('an answer has at most the maximum of a stretch, from its beginning; a disabled market keeps its tape', async () => {
  const { db } = database;
  const id = room.data.bySymbol('ethusdt')?.id ?? '';
  await room.tape.complete();
  const seq = room.data.lastTick(id)?.seq ?? 0;
  const more = Array.from({ length: TAPE_STRETCH_MAX + 5 }, (_each, index) => ({
    marketId: id,
    seq: seq + index + 1,
    sourceTimeMs: START_MS,
    receiveTimeMs: START_MS,
    price: price('4000'),
    size: amount('1'),
  }));
  await appendTicks(db, 'simulated', more, null);
  await db.run(enableOnly, [['btcusdt']]);
  const list = await stretch({ symbol: 'ethusdt', from: seq });
  expect([list.length, list[0]?.seq, list.at(-1)?.seq]).toEqual([TAPE_STRETCH_MAX, seq, seq + TAPE_STRETCH_MAX - 1]);
  await db.run(enableOnly, [['btcusdt', 'ethusdt']]);
});

test('a chart gets the newest marks since a moment, without held back ones and without sources', async () => {
  const { db } = database;
  const marketId = room.data.bySymbol('btcusdt')?.id ?? '';
  await room.marks.complete();
  const all = await readMarks(db, { marketId, symbol: 'btcusdt', fromSeq: 1, limit: 10_000 });
  const { seq, timeMs } = all.at(-1) ?? { seq: 0, timeMs: 0 };
  const mark = {
    marketId,
    price: price('99'),
    sources: [{ name: 'sim-1', bid: price('98'), ask: price('100'), timeMs }],
    held: true,
  };
  await appendMarks(db, [{ ...mark, seq: seq + 1_000_000, timeMs: timeMs + 60_000 }], null);
  const marks = async (fields: object) =>
    (
      (await http.call('marks', { symbol: 'btcusdt', ...fields }, { method: 'GET' })).data as {
        list: { seq: number; time: string; price: string }[];
      }
    ).list;
  const since = all[5]?.timeMs ?? 0;
  const free = all.filter(({ held }) => !held);
  expect(await marks({ from: since })).toEqual(
    free
      .filter((each) => each.timeMs >= since)
      .map((each) => ({ seq: each.seq, time: new Date(each.timeMs).toISOString(), price: format(each.price) })),
  );
  expect(await marks({ from: '9223372036854775807' })).toEqual([]);
  expect((await marks({ from: 1 })).length).toBe(free.length);
  expect(await http.call('marks', { symbol: 'nousdt', from: 1 }, { method: 'GET' })).toMatchObject({
    code: 204,
    reason: 'not_found',
  });
  const many = Array.from({ length: MARKS_MAX }, (_each, at) => ({
    ...mark,
    held: false,
    seq: seq + 2_000_000 + at,
    timeMs: timeMs + 70_000 + at,
  }));
  await appendMarks(db, many, null);
  const list = await marks({ from: 1 });
  expect([list.length, list[0]?.seq, list.at(-1)?.seq]).toEqual([MARKS_MAX, many[0]?.seq, many.at(-1)?.seq]);
});
