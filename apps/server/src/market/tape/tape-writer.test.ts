import { amount, price } from '@plimsoll/money';
import { firstBreak } from '@plimsoll/proof';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ManualClock } from '../../platform/clock.ts';
import { openDb, sql, type Db, type Query } from '../../platform/db.ts';
import { testDatabase, type TestDatabase } from '../../testing/index.ts';
import { seedCoins, seedMarkets } from '../seed.ts';
import { readLastTicks } from '../store.ts';
import type { Tick } from '../types.ts';
import { completeTo, readStretch } from './store.ts';
import { TickNotKept } from './tape.ts';
import { TapeWriter } from './tape-writer.ts';

const START_MS = Date.UTC(2026, 10, 20, 13);
const raw = <Row = Record<string, unknown>>(text: string) => sql<Row>(`test ${text}`.slice(0, 60), text);

let database: TestDatabase;
let owner: Db;
let marketId: string;
let clock: ManualClock;
let db: Interrupted;

/** The database, with counted statements that can be delayed, or interrupted before or after their effect. */
class Interrupted implements Query {
  statements = 0;
  cut: 'before' | 'after' | undefined;
  #gate: Promise<void> = Promise.resolve();

  async run<Row>(...asked: Parameters<Query['run']>): Promise<Row[]> {
    this.statements += 1;
    const { cut } = this;
    await this.#gate;
    if (cut === 'before') throw new Error('cut');
    const rows = await database.db.run(...asked);
    if (cut === 'after') throw new Error('cut');
    return rows as Row[];
  }

  /** Delays statements until the returned function is called. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#gate = promise;
    return resolve;
  }
}

beforeAll(async () => {
  database = await testDatabase();
  owner = openDb(database.url, { connections: 1, role: null });
  await seedCoins(database.db);
  await seedMarkets(database.db);
  marketId =
    (await database.db.run(raw<{ id: string }>(`select id from market where symbol = 'btcusdt'`)))[0]?.id ?? '';
});
afterAll(async () => {
  await owner.close();
  await database.drop();
});
beforeEach(async () => {
  await owner.run(raw('delete from tick'));
  await owner.run(raw('delete from tape_head'));
  clock = new ManualClock(START_MS);
  db = new Interrupted();
});

const writer = (): TapeWriter => new TapeWriter({ db, clock, source: 'simulated' });
const tick = (seq: number, at = '100'): Tick => ({
  marketId,
  seq,
  sourceTimeMs: clock.nowMs(),
  receiveTimeMs: clock.nowMs(),
  price: price(at),
  size: amount('0.5'),
});
const whole = () => readStretch(database.db, { marketId, symbol: 'btcusdt', fromSeq: 1, limit: 1_000 });
const seqs = async () => (await whole()).map((each) => each.seq);
const wholeAfter = async () => ((await completeTo(database.db, [marketId])).get(marketId) ?? Number.NaN) - START_MS;

test('a requested tick is on the tape once the promise resolves, with those before it', async () => {
  const tape = writer();
  const ticks = [tick(1), tick(2), tick(3)];
  for (const each of ticks) tape.add(each);
  await tape.kept(ticks[1] as Tick);
  expect(await seqs()).toEqual([1, 2, 3]);
  expect(db.statements).toBe(1);
  await tape.kept(ticks[2] as Tick);
  expect([db.statements, tape.isBehind]).toEqual([1, false]);
});

test('a tick may be requested before it was added, and is written once', async () => {
  const tape = writer();
  const asked = tape.kept(tick(1));
  tape.add(tick(1));
  await asked;
  expect(await seqs()).toEqual([1]);
});

test('requests during a write share the next', async () => {
  const tape = writer();
  tape.add(tick(1));
  const letGo = db.hold();
  const first = tape.kept(tick(1));
  const others = [2, 3, 4, 5].flatMap((seq) => [tape.kept(tick(seq)), tape.kept(tick(1)), tape.complete()]);
  letGo();
  await Promise.all([first, ...others]);
  expect(db.statements).toBe(2);
  expect(await seqs()).toEqual([1, 2, 3, 4, 5]);
});

test('the tape is marked complete up to the requested moment, and only on request', async () => {
  const tape = writer();
  await tape.kept(tick(1));
  expect(await wholeAfter()).toBeNaN();
  clock.advance(700);
  await tape.complete();
  expect(await wholeAfter()).toBe(700);
  // A later tick of the same millisecond is later on the tape.
  await tape.kept(tick(2));
  expect((await whole()).map((each) => each.receiveTimeMs - START_MS)).toEqual([0, 701]);
});

test('ticks after a request are never earlier on the tape, whatever the clock does', async () => {
  const tape = writer();
  await tape.kept(tick(1));
  clock.advance(5_000);
  await tape.kept(tick(1));
  clock.set(START_MS - 86_400_000);
  await tape.kept(tick(2));
  expect((await whole()).map((each) => each.receiveTimeMs - START_MS)).toEqual([0, 5_000]);
});

test("an order's tick that another process left out is refused", async () => {
  const [one, other] = [writer(), writer()];
  await other.kept(tick(7, '101'));
  await expect(one.kept(tick(6))).rejects.toThrow(TickNotKept);
  await expect(one.kept(tick(6))).rejects.toThrow(TickNotKept);
  await one.kept(tick(7, '101'));
  await expect(writer().kept(tick(7, '102'))).rejects.toThrow(TickNotKept);
  expect(await seqs()).toEqual([7]);
});

test.each(['before', 'after'] as const)(
  'a write interrupted %s it took effect fails and is retried once',
  async (cut) => {
    const tape = writer();
    db.cut = cut;
    await expect(tape.kept(tick(1))).rejects.toThrow('cut');
    await expect(tape.complete()).rejects.toThrow('cut');
    expect(tape.isBehind).toBe(true);
    db.cut = undefined;
    tape.add(tick(2));
    await tape.kept(tick(1));
    expect(await seqs()).toEqual([1, 2]);
    expect(firstBreak(await whole())).toBeUndefined();
  },
);

test('a request during a failing write gets an answer of its own', async () => {
  const tape = writer();
  db.cut = 'before';
  const letGo = db.hold();
  const first = tape.kept(tick(1));
  const second = tape.kept(tick(2));
  db.cut = undefined;
  letGo();
  await expect(first).rejects.toThrow('cut');
  await second;
  expect(await seqs()).toEqual([1, 2]);
});

test('more ticks than a statement holds are written in order, and complete only with the last', async () => {
  const tape = writer();
  for (let seq = 1; seq <= 10_001; seq += 1) tape.add(tick(seq));
  clock.advance(10);
  await tape.complete();
  expect(db.statements).toBe(2);
  expect(await wholeAfter()).toBe(10);
  const kept = await readStretch(database.db, { marketId, symbol: 'btcusdt', fromSeq: 1, limit: 20_000 });
  expect([kept.length, kept.at(-1)?.receiveTimeMs, firstBreak(kept)]).toEqual([10_001, START_MS, undefined]);
});

test('ticks of several venues are on the tape under their own names, in order', async () => {
  const tape = writer();
  for (const [seq, source] of [
    [1, 'htx'],
    [2, 'okx'],
    [3, 'htx'],
    [4, undefined],
  ] as const)
    tape.add({ ...tick(seq), ...(source === undefined ? {} : { source }) });
  await tape.complete();
  const kept = await whole();
  expect(kept.map((each) => [each.seq, each.source])).toEqual([
    [1, 'htx'],
    [2, 'okx'],
    [3, 'htx'],
    [4, 'simulated'],
  ]);
  expect(firstBreak(kept)).toBeUndefined();
});

test('after a restart the chain continues from its head, without what was only in memory', async () => {
  const killed = writer();
  await killed.kept(tick(1));
  killed.add(tick(2));
  clock.advance(1_000);
  const after = writer();
  after.resume(await readLastTicks(database.db));
  const statements = db.statements;
  await after.kept(tick(1));
  expect(db.statements).toBe(statements);
  await after.kept(tick(3));
  expect(await seqs()).toEqual([1, 3]);
  expect(firstBreak(await whole())).toBeUndefined();
});
