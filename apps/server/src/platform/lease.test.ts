import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testDatabase, type TestDatabase } from '../testing/index.ts';
import { ManualClock } from './clock.ts';
import { sql } from './db.ts';
import { DatabaseLease } from './lease.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const errors: string[] = [];
const log = {
  error: (_details: object, message: string) => {
    errors.push(message);
  },
};
const open = (name: string, clock = new ManualClock(Date.UTC(2026, 10, 22)), db: TestDatabase['db'] = database.db) => ({
  clock,
  lease: new DatabaseLease({ name, db, clock, log }),
});
/** It does not run out by the database's clock, which no test moves: that goes on between two statements. */
const openLasting = (name: string) =>
  new DatabaseLease({ name, db: database.db, clock: new ManualClock(0), log, lifeMs: 600_000 });
const runOut = (name: string) =>
  database.db.run(sql<never>('test.runOut', 'update process_lease set until = clock_timestamp() where name = $1'), [
    name,
  ]);

test('of many that try at once one holds it, and another after its release', async () => {
  const all = Array.from({ length: 8 }, () => openLasting('one'));
  const taken = await Promise.all(all.map((lease) => lease.take()));
  expect(taken.filter((term) => term !== undefined)).toEqual([1]);
  const holder = all[taken.indexOf(1)];
  await holder?.release();
  expect(holder?.term()).toBeUndefined();
  const again = await Promise.all(all.filter((lease) => lease !== holder).map((lease) => lease.take()));
  expect(again.filter((term) => term !== undefined)).toEqual([2]);
});

test('a renewed lease keeps its term, and nobody takes it before it expires', async () => {
  const [holder, other] = [openLasting('two'), openLasting('two')];
  expect([await holder.take(), await other.take(), await holder.take(), await other.take()]).toEqual([
    1,
    undefined,
    1,
    undefined,
  ]);
  await runOut('two');
  expect([await other.take(), await holder.take(), holder.term(), other.term()]).toEqual([2, undefined, undefined, 2]);
});

test('a holder that did not renew it for two seconds by its own clock has lost it, also after the clock was set', async () => {
  for (const stepMs of [2_000, -2_000, 3_600_000, -86_400_000]) {
    const { lease, clock } = open(`three ${stepMs}`);
    await lease.take();
    clock.set(clock.nowMs() + (stepMs > 0 ? 1_999 : -1_999));
    expect(lease.term()).toBe(1);
    clock.set(Date.UTC(2026, 10, 22) + stepMs);
    expect(lease.term()).toBeUndefined();
    // And has it back with the next renewal, if nobody took it.
    expect(await lease.take()).toBe(1);
  }
});

test('a watched lease renews itself and notifies when it is lost and when it is regained', async () => {
  let isAway = false;
  const db = {
    run: ((...asked: Parameters<TestDatabase['db']['run']>) =>
      isAway ? Promise.reject(new Error('away')) : database.db.run(...asked)) as TestDatabase['db']['run'],
  } as TestDatabase['db'];
  const { lease, clock } = open('four', undefined, db);
  const changes: (number | undefined)[] = [];
  await lease.take();
  lease.watch((term) => {
    changes.push(term);
  });
  const turn = async () => {
    const tried = vi.spyOn(db, 'run');
    clock.advance(400);
    await vi.waitFor(() => expect(tried.mock.results.length).toBe(1));
    await Promise.allSettled(tried.mock.results.map(({ value }) => value as Promise<unknown>));
    await new Promise(setImmediate);
    tried.mockRestore();
  };
  for (let each = 0; each < 8; each += 1) await turn();
  expect([lease.term(), changes]).toEqual([1, []]);
  isAway = true;
  for (let each = 0; each < 5; each += 1) await turn();
  expect([lease.term(), changes, new Set(errors)]).toEqual([
    undefined,
    [undefined],
    new Set(['lease renewal failed, retrying']),
  ]);
  isAway = false;
  await turn();
  expect([lease.term(), changes]).toEqual([1, [undefined, 1]]);
  await lease.release();
  expect(await open('four').lease.take()).toBe(2);
});

test('a holder that was held up from the first moment on is notified that another has it', async () => {
  const { lease, clock } = open('five');
  const changes: (number | undefined)[] = [];
  const taking = lease.take();
  // As a start does: it is watched while it is taken.
  lease.watch((term) => void changes.push(term));
  expect(await taking).toBe(1);
  await runOut('five');
  expect(await open('five').lease.take()).toBe(2);
  clock.advance(2_000);
  await vi.waitFor(() => expect(changes).toEqual([undefined]));
  await lease.release();
});

test('a lease of another life is held as long, by the database’s clock and its own', async () => {
  const clock = new ManualClock(Date.UTC(2026, 10, 22));
  const lease = new DatabaseLease({ name: 'long', db: database.db, clock, log, lifeMs: 10_000 });
  expect(await lease.take()).toBe(1);
  clock.advance(9_999);
  expect(lease.term()).toBe(1);
  clock.advance(1);
  expect(lease.term()).toBeUndefined();
  const [row] = await database.db.run(
    sql<{ left: number }>(
      'test.left',
      `select extract(epoch from until - clock_timestamp())::float as left from process_lease where name = 'long'`,
    ),
  );
  expect(row?.left).toBeGreaterThan(5);
});
