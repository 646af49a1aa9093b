import { afterAll, beforeAll, expect, test } from 'vitest';
import { testHttp } from '../testing/http.ts';
import { testDatabase, type TestDatabase } from '../testing/index.ts';
import { DbNotifications } from './db-notifications.ts';
import { openDb, sql, type Db } from './db.ts';
import { systemClock } from './clock.ts';
import { LISTENING, SessionNews } from './session-news.ts';
import { Sessions } from './sessions.ts';

const cut = sql<never>(
  'test.cut',
  `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'plimsoll sessions'`,
);
const clock = systemClock;

let database: TestDatabase;
let owner: Db;
const opened: SessionNews[] = [];
beforeAll(async () => {
  database = await testDatabase();
  owner = openDb(database.url, { connections: 1, role: null });
});
afterAll(async () => {
  for (const news of opened) await news.stop();
  await owner.close();
  await database.drop();
});

async function process(): Promise<{ sessions: Sessions; news: SessionNews }> {
  const sessions = new Sessions(database.db, clock);
  const notifications = new DbNotifications({ url: database.url, clock, name: LISTENING });
  const news = new SessionNews({ db: database.db, notifications, clock, sessions });
  await news.start();
  opened.push(news);
  return { sessions, news };
}
const newMember = () => testHttp({ db: database.db, clock, routes: [] }).newMember();

test('a session that ended on one process is refused by the others at once, whichever way it ended', async () => {
  const [one, other, third] = [await process(), await process(), await process()];
  for (let turn = 0; turn < 20; turn += 1) {
    const { id, token } = await newMember();
    const session = await one.sessions.find(token);
    for (const each of [other, third]) expect((await each.sessions.find(token))?.memberId).toBe(id);
    // From memory: nothing is asked of the database.
    expect(other.sessions.find(token)).not.toBeInstanceOf(Promise);
    if (turn % 2 === 0) await one.sessions.end(session?.hash ?? '');
    else {
      await database.db.transaction((tx) => one.sessions.endAll(id, tx));
      await one.sessions.endAll(id);
    }
    for (const each of [one, other, third]) expect(await each.sessions.find(token)).toBeUndefined();
  }
});

test('a process that has lost its connection to the channel answers no session from memory', async () => {
  const { sessions } = await process();
  const { id, token } = await newMember();
  await sessions.find(token);
  expect(sessions.find(token)).not.toBeInstanceOf(Promise);
  await owner.run(cut);
  await expect.poll(() => sessions.find(token) instanceof Promise).toBe(true);
  // Ended where nobody can say so.
  await database.db.run({ name: 'test.end', text: 'delete from session where member_id = $1' }, [id]);
  expect(await sessions.find(token)).toBeUndefined();
});
