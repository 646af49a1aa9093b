import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { testDatabase, type TestDatabase } from '../testing/database.ts';
import { openDatabaseLine } from '../testing/database-line.ts';
import { ManualClock } from './clock.ts';
import { sql } from './db.ts';
import { Listener } from './listener.ts';

const say = sql<never>('test.say', `select pg_notify('test_channel', $1)`);

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

test('a callback that throws is logged and the connection opened again, as if the notification had been missed', async () => {
  const clock = new ManualClock(0);
  const received: (string | undefined)[] = [];
  const errors: object[] = [];
  let lost = 0;
  const fault = new Error('a notification of the test');
  const listener = new Listener({
    url: database.url,
    channel: 'test_channel',
    clock,
    log: { error: (details) => errors.push(details) },
    received: (payload) => {
      received.push(payload);
      if (payload === 'bad') throw fault;
    },
    lost: () => {
      lost += 1;
    },
  });
  await listener.start();
  await database.db.run(say, ['bad']);
  await vi.waitFor(() => expect(lost).toBe(1));
  expect(errors).toEqual([{ err: fault, event: 'database.test_channel' }]);
  clock.advance(5_000);
  await vi.waitFor(() => expect(received).toEqual(['bad', undefined]));
  await database.db.run(say, ['good']);
  await vi.waitFor(() => expect(received).toEqual(['bad', undefined, 'good']));
  await listener.stop();
});

test('it stops in about a second though its machine hangs', async () => {
  const { line, url } = await openDatabaseLine(database.appUrl);
  onTestFinished(async () => {
    line.release();
    await line.close();
  });
  const listener = new Listener({ url, channel: 'test_channel', clock: new ManualClock(0), received: () => {} });
  await listener.start();
  line.hold();
  const askedMs = performance.now();
  await listener.stop();
  expect(performance.now() - askedMs).toBeLessThan(5_000);
});
