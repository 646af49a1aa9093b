import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../../testing/index.ts';
import { ManualClock } from '../../platform/clock.ts';
import { openDb, sql } from '../../platform/db.ts';
import { SeenSignatures } from './seen-signatures.ts';

const durable = sql<{ synchronous_commit: string }>('test.durable', 'show synchronous_commit');

const START_MS = Date.UTC(2026, 0, 5, 12);

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

test('a signature is good for five seconds, in every process', async () => {
  const clock = new ManualClock(START_MS);
  const [one, other] = [new SeenSignatures(database.db, clock), new SeenSignatures(database.db, clock)];
  expect(await one.take('first')).toBe(true);
  clock.advance(5_000);
  expect(await other.take('first')).toBe(true);
  clock.advance(1);
  expect(await Promise.all([one.take('first'), other.take('first'), one.take('second')])).toEqual([false, false, true]);
});

test('a signature that comes again is good without another look, and no longer', async () => {
  const clock = new ManualClock(START_MS);
  let looks = 0;
  const watched: Pick<typeof database.db, 'run'> = {
    run: (...asked) => {
      looks += 1;
      return database.db.run(...asked);
    },
  };
  const seen = new SeenSignatures(watched, clock);
  expect(await seen.take('fourth')).toBe(true);
  for (let ms = 0; ms < 5_000; ms += 1_000) {
    clock.advance(1_000);
    expect(await seen.take('fourth')).toBe(true);
  }
  expect(looks).toBe(1);
  clock.advance(1);
  expect(await seen.take('fourth')).toBe(false);
  clock.advance(10_000);
  expect(await seen.take('fourth')).toBe(false);
  clock.set(START_MS - 60_000);
  expect(await seen.take('fourth')).toBe(true);
});

test('what commits after a signature on its connection is waited for', async () => {
  const db = openDb(database.url, { connections: 1 });
  try {
    expect(await new SeenSignatures(db, new ManualClock(START_MS)).take('third')).toBe(true);
    expect(await db.run(durable)).toEqual([{ synchronous_commit: 'on' }]);
  } finally {
    await db.close();
  }
});
