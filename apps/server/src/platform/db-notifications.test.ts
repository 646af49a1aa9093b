import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { testDatabase, type TestDatabase } from '../testing/database.ts';
import { openDatabaseLine } from '../testing/database-line.ts';
import { ManualClock } from './clock.ts';
import { openDb, sql } from './db.ts';
import { DbNotifications } from './db-notifications.ts';

const say = sql<never>('test.say', `select pg_notify('test_channel', $1)`);

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const count = sql<{ pids: number }>(
  'test.listening',
  `select count(*)::int as pids from pg_stat_activity where datname = current_database() and application_name = 'the test'`,
);
const cut = sql<never>(
  'test.cutListener',
  `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'the test'`,
);

test('a callback that throws is logged, and its channel catches up; the others go on meanwhile', async () => {
  const clock = new ManualClock(0);
  const [received, beside]: (string | undefined)[][] = [[], []];
  const errors: object[] = [];
  let lost = 0;
  const fault = new Error('a notification of the test');
  const notifications = new DbNotifications({
    url: database.url,
    clock,
    log: { error: (details) => errors.push(details) },
  });
  const listener = notifications.listener({
    channel: 'test_channel',
    received: (payload) => {
      received?.push(payload);
      if (payload === 'bad') throw fault;
    },
    lost: () => {
      lost += 1;
    },
  });
  const other = notifications.listener({ channel: 'test_channel', received: (payload) => beside?.push(payload) });
  await Promise.all([listener.start(), other.start()]);
  await database.db.run(say, ['bad']);
  await vi.waitFor(() => expect(lost).toBe(1));
  expect(errors).toEqual([{ err: fault, event: 'database.test_channel' }]);
  await database.db.run(say, ['missed']);
  await vi.waitFor(() => expect(beside).toEqual(['bad', 'missed']));
  clock.advance(5_000);
  expect(received).toEqual(['bad', undefined]);
  await database.db.run(say, ['good']);
  await vi.waitFor(() => expect(received).toEqual(['bad', undefined, 'good']));
  expect(beside).toEqual(['bad', 'missed', 'good']);
  await Promise.all([listener.stop(), other.stop()]);
});

test('all channels share a connection, which is opened again when it is lost and closed with the last of them', async () => {
  const clock = new ManualClock(0);
  const notifications = new DbNotifications({ url: database.url, clock, name: 'the test' });
  const events: string[] = [];
  const listeners = ['test_channel', 'another'].map((channel) =>
    notifications.listener({
      channel,
      received: (payload) => events.push(`${channel} ${payload ?? 'again'}`),
      lost: () => events.push(`${channel} lost`),
    }),
  );
  await Promise.all(listeners.map((each) => each.start()));
  const pids = async (): Promise<number | undefined> => (await database.db.run(count))[0]?.pids;
  expect(await pids()).toBe(1);
  await database.db.run(say, ['one']);
  await vi.waitFor(() => expect(events).toEqual(['test_channel one']));
  const owner = openDb(database.url, { connections: 1, role: null });
  await owner.run(cut);
  await owner.close();
  await vi.waitFor(() => expect(events.slice(1)).toEqual(['test_channel lost', 'another lost']));
  // Who begins while it is lost catches up with the others.
  const late = notifications.listener({
    channel: 'test_channel',
    received: (payload) => events.push(`late ${payload ?? 'again'}`),
    lost: () => events.push('late lost'),
  });
  await late.start();
  clock.advance(5_000);
  await vi.waitFor(() =>
    expect(events.slice(3)).toEqual(['late lost', 'test_channel again', 'another again', 'late again']),
  );
  await database.db.run(say, ['two']);
  await vi.waitFor(() => expect(events.slice(7)).toEqual(['test_channel two', 'late two']));
  const [first, ...others] = listeners;
  await first?.stop();
  await database.db.run(say, ['three']);
  await vi.waitFor(() => expect(events.slice(9)).toEqual(['late three']));
  await Promise.all([late, ...others].map((each) => each.stop()));
  await vi.waitFor(async () => expect(await pids()).toBe(0));
});

test('it stops in about a second though its machine hangs', async () => {
  const { line, url } = await openDatabaseLine(database.appUrl);
  onTestFinished(async () => {
    line.release();
    await line.close();
  });
  const notifications = new DbNotifications({ url, clock: new ManualClock(0) });
  const listener = notifications.listener({ channel: 'test_channel', received: () => {} });
  await listener.start();
  line.hold();
  const askedMs = performance.now();
  await listener.stop();
  expect(performance.now() - askedMs).toBeLessThan(5_000);
});
