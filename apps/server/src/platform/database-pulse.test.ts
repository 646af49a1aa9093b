import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { testDatabase, type TestDatabase } from '../testing/database.ts';
import { openDatabaseLine } from '../testing/database-line.ts';
import { ManualClock } from './clock.ts';
import { DatabasePulse, SILENT_AFTER_MS } from './database-pulse.ts';
import { DatabaseLeft, DatabaseSilent } from './database-silent.ts';
import { CommitUncertain, openDb, sql, type Db } from './db.ts';
import { isUnavailable } from './http/errors.ts';

const ASKED_EVERY_MS = 500;
/** Also the time to connect: a busy machine needs a few hundred. */
const SHORT_MS = 4_000;
const one = sql<{ n: number }>('test.one', 'select 1 as n');
const sleep = sql<never>('test.sleep', 'select pg_sleep(60)');

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** The database over a line, and what watches it. */
async function open() {
  const { line, url } = await openDatabaseLine(database.appUrl);
  const clock = new ManualClock(0);
  const logged: string[] = [];
  const log = {
    info: (_: object, message: string) => void logged.push(message),
    error: (_: object, message: string) => void logged.push(message),
  };
  const pulse = new DatabasePulse({ db: openDb(url, { connections: 1 }), clock, log });
  const db: Db = openDb(url, { connections: 2, gate: pulse });
  pulse.start();
  expect(await pulse.answersWithin(1_000)).toBe(true);
  onTestFinished(async () => {
    line.release();
    await pulse.stop();
    await db.close();
    await line.close();
  });
  return { line, clock, pulse, db, logged };
}

test('while the database hangs, what is under way is given up and what is asked is refused at once', async () => {
  const { line, clock, pulse, db, logged } = await open();
  await db.run(one);
  line.hold();
  const underWay = [db.run(one), db.transaction((tx) => tx.run(one)), db.snapshot((tx) => tx.run(one))];
  const failures = Promise.all(underWay.map((each) => each.catch((error: unknown) => error)));
  clock.advance(ASKED_EVERY_MS + SILENT_AFTER_MS);
  await vi.waitFor(() => expect(pulse.silent()).toBeInstanceOf(DatabaseSilent));
  expect((await failures).map(isUnavailable)).toEqual([true, true, true]);
  for (const ask of [
    () => db.run(one),
    () => db.transaction((tx) => tx.run(one)),
    () => db.snapshot((tx) => tx.run(one)),
  ])
    await expect(ask()).rejects.toBeInstanceOf(DatabaseSilent);
  expect(await pulse.answersWithin(1_000)).toBe(false);
  expect(db.use().waiting).toBe(0);

  line.release();
  await vi.waitFor(() => {
    clock.advance(500);
    expect(pulse.silent()).toBeUndefined();
  });
  expect(await db.run(one)).toEqual([{ n: 1 }]);
  expect(logged).toEqual([
    'database does not answer, calls that need it are refused until it does',
    'database answers again',
  ]);
});

test('a process that ends gives up what is under way and asks nothing more, though the database answers', async () => {
  const { pulse, db, logged } = await open();
  await db.run(one);
  const underWay = [db.run(sleep), db.transaction((tx) => tx.run(sleep))];
  const failures = Promise.all(underWay.map((each) => each.catch((error: unknown) => error)));
  await vi.waitFor(() => expect(db.use()).toMatchObject({ open: 2, idle: 0 }));
  pulse.leave();
  expect((await failures).map(isUnavailable)).toEqual([true, true]);
  await expect(db.run(one)).rejects.toBeInstanceOf(DatabaseLeft);
  expect(await pulse.answersWithin(1_000)).toBe(true);
  expect(pulse.silent()).toBeInstanceOf(DatabaseLeft);
  expect(logged).toEqual([]);
});

test('a pool closes in about a second, whatever its statements wait for', async () => {
  const { line, url } = await openDatabaseLine(database.appUrl);
  onTestFinished(async () => {
    line.release();
    await line.close();
  });
  const db = openDb(url, { connections: 2 });
  const underWay = Promise.all([db.run(sleep), db.run(sleep)].map((each) => each.catch((error: unknown) => error)));
  await vi.waitFor(() => expect(db.use()).toMatchObject({ open: 2, idle: 0 }));
  line.hold();
  const askedMs = performance.now();
  await db.close();
  expect(performance.now() - askedMs).toBeLessThan(5_000);
  expect(await underWay).toEqual([expect.any(Error), expect.any(Error)]);
});

test('a database that answers late but answers is not silent', async () => {
  const { line, clock, pulse, db } = await open();
  line.delayMs = 30;
  expect(await db.run(one)).toEqual([{ n: 1 }]);
  clock.advance(500);
  expect(await pulse.answersWithin(1_000)).toBe(true);
  clock.advance(SILENT_AFTER_MS - 1);
  await new Promise(setImmediate);
  expect(pulse.silent()).toBeUndefined();
});

test('a process that was held up itself does not blame the database', async () => {
  const { clock, pulse, logged } = await open();
  // Nothing ran meanwhile; then everything is due at once.
  clock.set(clock.nowMs() + 2 * SILENT_AFTER_MS);
  clock.advance(0);
  expect(await pulse.answersWithin(1_000)).toBe(true);
  await new Promise(setImmediate);
  expect(pulse.silent()).toBeUndefined();
  expect(logged).toEqual([]);
});

test('whoever asks for readiness is answered when the time is over, not when the database is', async () => {
  const { line, clock, pulse } = await open();
  line.hold();
  const ready = pulse.answersWithin(1_000);
  clock.advance(1_000);
  expect(await ready).toBe(false);
});

test('a statement that takes too long fails, and the next has a new connection', async () => {
  const db = openDb(database.appUrl, { connections: 1, statementMs: SHORT_MS });
  onTestFinished(() => db.close());
  const failure = await db.run(sleep).catch((error: unknown) => error);
  expect(isUnavailable(failure)).toBe(true);
  expect(await db.run(one)).toEqual([{ n: 1 }]);
  const inTransaction = await db.transaction((tx) => tx.run(sleep)).catch((error: unknown) => error);
  expect(isUnavailable(inTransaction)).toBe(true);
  expect(await db.transaction((tx) => tx.run(one))).toEqual([{ n: 1 }]);
});

test('a commit that is not answered in time is in doubt, never refused', async () => {
  const { line } = await open();
  const url = Object.assign(new URL(database.appUrl), { host: `127.0.0.1:${line.port}`, search: '' }).href;
  const db = openDb(url, { connections: 1, statementMs: SHORT_MS });
  onTestFinished(() => db.close());
  await db.run(one);
  line.holdAt('commit', ['far']);
  await expect(db.transaction((tx) => tx.run(one))).rejects.toBeInstanceOf(CommitUncertain);
});

test('a connection has its limits, its role and no other, and an owner’s has none', async () => {
  const settings = sql<{ role: string; statement: string; idle: string }>(
    'test.settings',
    `select current_user::text as role, current_setting('statement_timeout') as statement,
       current_setting('idle_in_transaction_session_timeout') as idle`,
  );
  expect(await database.db.run(settings)).toEqual([{ role: 'plimsoll_app', statement: '35s', idle: '1min' }]);
  const owner = openDb(database.url, { connections: 1, role: null });
  onTestFinished(() => owner.close());
  expect((await owner.run(settings)).map(({ statement, idle }) => [statement, idle])).toEqual([['0', '0']]);
});
