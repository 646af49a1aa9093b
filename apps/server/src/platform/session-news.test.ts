import { nextTick } from 'node:process';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { testHttp } from '../testing/http.ts';
import { testDatabase, type TestDatabase } from '../testing/index.ts';
import { DbNotifications } from './db-notifications.ts';
import { openDb, sql, type Db } from './db.ts';
import { ManualClock, systemClock } from './clock.ts';
import { LISTENING, SessionNews } from './session-news.ts';
import { Sessions } from './sessions.ts';

const cut = sql<never>(
  'test.cut',
  `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'plimsoll sessions'`,
);
const clock = systemClock;
/** Of how long a process waits for the others' acknowledgements. */
const PATIENCE_MS = 5_000;

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

interface ProcessOptions {
  /** Of its patience: without, it never ends. */
  readonly patience?: ManualClock;
  /** What becomes of a notification in place of being received at once. */
  readonly takes?: (payload: string | undefined, receive: () => void) => void;
}

/** What one process of the server has, until the test ends. */
async function process({
  patience = new ManualClock(0),
  takes = (_payload, receive) => receive(),
}: ProcessOptions = {}): Promise<{ sessions: Sessions; news: SessionNews }> {
  const sessions = new Sessions(database.db, clock);
  const connection = new DbNotifications({ url: database.url, clock, name: LISTENING });
  const notifications: Pick<DbNotifications, 'listener'> = {
    listener: (options) =>
      connection.listener({ ...options, received: (payload) => takes(payload, () => options.received(payload)) }),
  };
  const news = new SessionNews({ db: database.db, notifications, clock: patience, sessions });
  await news.start();
  onTestFinished(() => news.stop());
  return { sessions, news };
}
const newMember = () => testHttp({ db: database.db, clock, routes: [] }).newMember();

/** Ends a member's sessions; whether that is over yet. */
function ending(sessions: Sessions, memberId: string) {
  const state = { isOver: false };
  const over = sessions.endAll(memberId).then(() => {
    state.isOver = true;
  });
  return { state, over };
}

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

test('a process that was held up itself reads what has arrived before its patience ends', async () => {
  const unread: (() => void)[] = [];
  const patience = new ManualClock(0);
  const held = await process({
    patience,
    takes(payload, receive) {
      if (payload?.startsWith('!') === true) unread.push(receive);
      else receive();
    },
  });
  await process();
  const { id } = await newMember();
  const { state, over } = ending(held.sessions, id);
  // Its own among them.
  await vi.waitFor(() => expect(unread).toHaveLength(2));
  // As after a stall: timers come before what lies in the sockets.
  patience.advance(PATIENCE_MS);
  await new Promise<void>((resolve) => {
    nextTick(resolve);
  });
  expect(state.isOver).toBe(false);
  for (const receive of unread) receive();
  await over;
});

test('a process that acknowledges nothing is waited for until patience ends', async () => {
  const patience = new ManualClock(0);
  const began = vi.spyOn(patience, 'after');
  const asking = await process({ patience });
  await process({ takes: () => {} });
  const { id } = await newMember();
  const { state, over } = ending(asking.sessions, id);
  await vi.waitFor(() => expect(began).toHaveBeenCalledOnce());
  patience.advance(PATIENCE_MS - 1);
  await new Promise(setImmediate);
  expect(state.isOver).toBe(false);
  patience.advance(1);
  await over;
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
