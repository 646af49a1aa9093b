import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { ManualClock } from '../clock.ts';
import { openDb, sql, type Db } from '../db.ts';
import { openNotifyWay } from './notify-way.ts';
import { envelope } from './signature.ts';

const SECRET = 'of these tests';
const notify = sql<never>('test.notify', `select pg_notify('plimsoll_bus', $1)`);
const cut = sql<never>(
  'test.cut',
  `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%plimsoll_bus%'`,
);

let database: TestDatabase;
let owner: Db;
beforeAll(async () => {
  database = await testDatabase();
  owner = openDb(database.url, { connections: 1, role: null });
});
afterAll(async () => {
  await owner.close();
  await database.drop();
});

test('of a message whose end was lost with the connection nothing is kept', async () => {
  const clock = new ManualClock(0);
  const received: string[] = [];
  const restored = vi.fn<() => void>();
  const way = await openNotifyWay({
    url: database.appUrl,
    secret: SECRET,
    clock,
    log: { info() {}, error() {} },
    received: (_channel, message) => void received.push(message),
    asked() {},
    restored,
  });
  onTestFinished(() => way.close());
  const whole = `prices\n${envelope(SECRET).seal('prices', 'in two parts')}`;
  const [begin, end] = [`elsewhere.1:0:2:${whole.slice(0, 20)}`, `elsewhere.1:1:2:${whole.slice(20)}`];
  const nextOf = async (message: string) => {
    way.publish('prices', message);
    await vi.waitFor(() => expect(received).toContain(message));
  };

  for (const part of [begin, end, begin]) await owner.run(notify, [part]);
  await nextOf('before');
  await owner.run(cut);
  await vi.waitFor(() => {
    clock.advance(5_000);
    expect(restored).toHaveBeenCalled();
  });
  await owner.run(notify, [end]);
  await nextOf('after');
  expect(received).toEqual(['in two parts', 'before', 'after']);
});
