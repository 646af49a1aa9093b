import { connect, createServer, type Socket as TcpSocket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { NewsFrame } from '@plimsoll/contract';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { testHttp } from '../../testing/http.ts';
import { testDatabase, type TestDatabase } from '../../testing/index.ts';
import { ManualClock, systemClock, type Clock } from '../clock.ts';
import { DbNotifications } from '../db-notifications.ts';
import { openDb, sql, type Db } from '../db.ts';
import { portOf } from '../listening-port.ts';
import { LISTENING, SessionNews } from '../session-news.ts';
import { SESSION_LIFE_MS, Sessions } from '../sessions.ts';
import { ownThrottles } from '../throttles.ts';
import { NewsService, type NewsFrom, type NewsSocket, type NewsSource } from './index.ts';

const written = sql<{ id: string }>(
  'test.notice',
  `insert into notice (member_id, title, content, created_at) values ($1, 'N', '', now()) returning id`,
);
const retitled = sql<never>('test.retitle', 'update notice set title = $2 where id = $1');
const present = sql<{ id: string; member_id: string; title: string }>(
  'test.notices',
  'select id, member_id, title from notice where id = any($1)',
);
const idsOf = sql<{ id: string }>('test.noticesOf', 'select id from notice where member_id = $1');
const frozen = sql<never>('test.freeze', 'update member set frozen = true where id = $1');
const removed = sql<never>('test.endSessions', 'delete from session where member_id = $1');
const cut = sql<never>(
  'test.cutNews',
  `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'plimsoll news'`,
);

let database: TestDatabase;
let owner: Db;
const ends: (() => Promise<void>)[] = [];
beforeAll(async () => {
  database = await testDatabase();
  owner = openDb(database.url, { connections: 2, role: null });
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});
afterAll(async () => {
  await owner.close();
  await database.drop();
});

const HERE: NewsFrom = { bound: { holds: () => true }, network: undefined };
const reads: string[][] = [];
const notices = (): NewsSource => ({
  event: 'notice',
  async read(things) {
    reads.push(things.map(({ ref }) => ref));
    const rows = await database.db.run(present, [things.map(({ ref }) => ref)]);
    return rows.map(({ id, member_id, title }) => ({
      memberId: member_id,
      ref: id,
      state: title,
      in: () => ({ id: Number(id), title }),
    }));
  },
});

interface Process {
  readonly sessions: Sessions;
  readonly news: NewsService;
  /** A socket that is logged in. */
  readonly enter: (token: string) => Promise<Socket>;
}

interface ProcessOptions {
  /** Where its news listens. */
  readonly url?: string;
  readonly clock?: Clock;
  readonly source?: NewsSource;
  /** Without, endings of other processes are not received. */
  readonly receivesEndings?: boolean;
}

/** What one process of the server has. */
async function open({
  url = database.url,
  clock = systemClock,
  source = notices(),
  receivesEndings = true,
}: ProcessOptions = {}) {
  const { db } = database;
  const sessions = new Sessions(db, clock);
  if (receivesEndings) {
    const endings = new SessionNews({
      db,
      notifications: new DbNotifications({ url: database.url, clock, name: LISTENING }),
      clock,
      sessions,
    });
    await endings.start();
    ends.push(() => endings.stop());
  }
  const news = new NewsService({
    db,
    notifications: new DbNotifications({ url, clock, name: 'plimsoll news' }),
    clock,
    log: { error() {} },
    sessions,
    throttles: ownThrottles(clock),
    sources: [source],
    from: () => HERE,
  });
  await news.start();
  ends.push(() => news.stop());
  return {
    sessions,
    news,
    enter: async (token: string) => {
      const socket = new Socket();
      news.login(socket, { login: token }, HERE);
      await has(socket, { login: 'ok' });
      return socket;
    },
  } satisfies Process;
}

/** Keeps what it gets. */
class Socket implements NewsSocket {
  readonly got: object[] = [];

  report(message: object): void {
    this.got.push(message);
  }

  get titles(): string[] {
    return this.got.flatMap((message) => ('event' in message ? [(message as NewsFrame<'notice'>).title] : []));
  }

  get ids(): string[] {
    return this.got.flatMap((message) => ('event' in message ? [String((message as NewsFrame<'notice'>).id)] : []));
  }
}

/** A way to the database on which what it sends can be held back. */
async function lateLine(): Promise<{ readonly url: string; hold(): void; letGo(): void }> {
  const { host, port } = new pg.Client({ connectionString: database.url });
  const opened: TcpSocket[] = [];
  const server = createServer((client) => {
    const there = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
    opened.push(client, there);
    for (const each of [client, there]) each.on('error', () => each.destroy());
    client.pipe(there);
    there.on('data', (part) => client.write(part)).on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  ends.push(async () => {
    for (const each of opened) each.destroy();
    server.close();
  });
  const url = new URL(database.url);
  url.searchParams.delete('host');
  [url.hostname, url.port] = ['127.0.0.1', String(portOf(server))];
  const all = (what: 'pause' | 'resume') => {
    for (const [at, each] of opened.entries()) if (at % 2 === 1) each[what]();
  };
  return { url: url.href, hold: () => all('pause'), letGo: () => all('resume') };
}

const has = (socket: Socket, message: object): Promise<void> =>
  vi.waitFor(() => expect(socket.got).toContainEqual(expect.objectContaining(message)), { interval: 2 });
const newMember = (clock: Clock = systemClock) => testHttp({ db: database.db, clock, routes: [] }).newMember();
async function notice(memberId: string | null, within: Pick<Db, 'run'> = database.db): Promise<string> {
  const [row] = await within.run(written, [memberId]);
  return row?.id ?? '';
}

test('a member gets only their own, in every process and on every socket', async () => {
  const [one, other] = [await open(), await open()];
  const [ada, bob] = [await newMember(), await newMember()];
  const sockets = [await one.enter(ada.token), await other.enter(ada.token), await other.enter(ada.token)];
  const bobs = await other.enter(bob.token);
  const outside = new Socket();
  const [first, second] = [await notice(ada.id), await notice(bob.id)];
  for (const socket of sockets) await has(socket, { event: 'notice', id: Number(first) });
  await has(bobs, { event: 'notice', id: Number(second) });
  expect(sockets.map(({ ids }) => ids)).toEqual([[first], [first], [first]]);
  expect(bobs.ids).toEqual([second]);
  expect(outside.got).toEqual([]);
});

test('what a transaction changed is reported after its commit, and nothing of one that was taken back', async () => {
  const { enter } = await open();
  const { id, token } = await newMember();
  const socket = await enter(token);
  await database.db
    .transaction((tx) => notice(id, tx).then(() => Promise.reject(new Error('taken back'))))
    .catch(() => {});
  const kept = await database.db.transaction((tx) => notice(id, tx));
  await has(socket, { id: Number(kept) });
  expect(socket.ids).toEqual([kept]);
});

test('a burst is read together and reported with its last state, each state once', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let read = () => {};
  const real = notices();
  const source: NewsSource = {
    ...real,
    async read(things) {
      const items = await real.read(things);
      read();
      await promise;
      return items;
    },
  };
  const { enter } = await open({ source });
  const { id, token } = await newMember();
  const socket = await enter(token);
  reads.length = 0;
  // What was read is what stood before the burst.
  const isRead = new Promise<void>((done) => {
    read = done;
  });
  const thing = await notice(id);
  await isRead;
  for (let turn = 1; turn <= 50; turn += 1) await database.db.run(retitled, [thing, `N${turn}`]);
  const last = await notice(id);
  resolve();
  await has(socket, { id: Number(last) });
  // Changed, and the same as before.
  await database.db.run(retitled, [thing, 'N50']);
  await has(socket, { id: Number(await notice(id)) });
  expect(socket.titles).toEqual(['N', 'N50', 'N', 'N']);
  // Fifty commits.
  expect(reads.length).toBeLessThan(15);
});

test('nothing is read for members without a socket', async () => {
  const { enter, news } = await open();
  const [ada, bob] = [await newMember(), await newMember()];
  const socket = await enter(ada.token);
  const bobs = await enter(bob.token);
  news.left(bobs);
  reads.length = 0;
  await notice(bob.id);
  const own = await notice(ada.id);
  await has(socket, { id: Number(own) });
  expect(reads).toEqual([[own]]);
  expect(bobs.ids).toEqual([]);
});

test('nothing is missed and nothing is reported twice, however often a client reconnects to whichever process', async () => {
  const processes = [await open(), await open()];
  const { id, token } = await newMember();
  const writing = { isDone: false };
  const written = (async () => {
    for (let turn = 0; turn < 300; turn += 1) await notice(id);
    writing.isDone = true;
  })();
  const read = async () => (await database.db.run(idsOf, [id])).map((row) => row.id);
  const reported: string[] = [];
  let visits = 0;
  for (; !writing.isDone; visits += 1) {
    const { enter, news } = processes[visits % 2] ?? (await open());
    const socket = await enter(token);
    const listed = await read();
    for (let turns = 0; turns < (visits % 5) * 40; turns += 1) await nextTurn();
    // Whatever is there by now was in the list after the login, or is reported.
    const present = await read();
    await vi.waitFor(() => expect([...listed, ...socket.ids]).toEqual(expect.arrayContaining(present)), {
      interval: 2,
    });
    news.left(socket);
    reported.push(...socket.ids);
  }
  await written;
  expect(visits).toBeGreaterThan(5);
  expect(reported.length).toBeGreaterThan(20);
  expect(reported.length).toBe(new Set(reported).size);
});

test('a socket gets nothing that was committed before its login, even where the process had not reported it yet', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const real = notices();
  const source: NewsSource = { ...real, read: (things) => promise.then(() => real.read(things)) };
  const { enter } = await open({ source });
  const { id, token } = await newMember();
  const first = await enter(token);
  const [early, later] = [await notice(id), await notice(id)];
  const second = await enter(token);
  const own = await notice(id);
  resolve();
  await has(first, { id: Number(own) });
  await has(second, { id: Number(own) });
  expect(first.ids.toSorted()).toEqual([early, later, own].toSorted());
  expect(second.ids).toEqual([own]);
});

test('a member who reconnects to a process whose notifications are late gets nothing again', async () => {
  const late = await lateLine();
  const [first, second] = [await open(), await open({ url: late.url })];
  const { id, token } = await newMember();
  const socket = await first.enter(token);
  late.hold();
  const seen = await notice(id);
  await has(socket, { id: Number(seen) });
  first.news.left(socket);
  const again = new Socket();
  second.news.login(again, { login: token }, HERE);
  // Found in memory; only the mark is still on its way.
  await second.sessions.find(token);
  await nextTurn();
  late.letGo();
  await has(again, { login: 'ok' });
  const next = await notice(id);
  await has(again, { id: Number(next) });
  expect(again.ids).toEqual([next]);
});

const ENDINGS: readonly [string, (memberId: string, hash: string, sessions: Sessions) => Promise<unknown>][] = [
  ['a logout', (_memberId, hash, sessions) => sessions.end(hash)],
  ['a change of password', (memberId, _hash, sessions) => sessions.endAll(memberId)],
  [
    'another device that ends it',
    async (memberId, _hash, sessions) => {
      await database.db.transaction((tx) => sessions.endOthers(memberId, 'f'.repeat(64), tx));
      await sessions.ended(memberId);
    },
  ],
];
for (const [name, end] of ENDINGS) {
  test(`news ends at once in every process with ${name}, and the socket learns it`, async () => {
    const [one, other] = [await open(), await open()];
    const { id, token } = await newMember();
    const session = await one.sessions.find(token);
    const sockets = [await one.enter(token), await other.enter(token)];
    await end(id, session?.hash ?? '', one.sessions);
    const after = await notice(id);
    for (const socket of sockets) await has(socket, { error: 'login_required' });
    const stranger = await newMember();
    const watching = await other.enter(stranger.token);
    const seen = await notice(stranger.id);
    await has(watching, { id: Number(seen) });
    expect(sockets.flatMap(({ ids }) => ids)).not.toContain(after);
    const again = new Socket();
    other.news.login(again, { login: token }, HERE);
    await has(again, { error: 'login_required' });
  });
}

test('what is committed after a session ended is not reported, even to a process that was not notified of the end', async () => {
  const { enter } = await open({ receivesEndings: false });
  const { id, token } = await newMember();
  const socket = await enter(token);
  await owner.run(removed, [id]);
  await notice(id);
  await has(socket, { error: 'login_required' });
  expect(socket.ids).toEqual([]);
});

test('news of a frozen member ends before anything more is reported', async () => {
  const { enter } = await open();
  const { id, token } = await newMember();
  const socket = await enter(token);
  await owner.run(frozen, [id]);
  await notice(id);
  await has(socket, { error: 'login_required' });
  expect(socket.ids).toEqual([]);
});

test('a session that ran out ends its news within a minute, and an open socket is no use of it', async () => {
  const clock = new ManualClock(Date.now());
  const { enter } = await open({ clock });
  const { token } = await newMember();
  const socket = await enter(token);
  clock.set(clock.nowMs() + SESSION_LIFE_MS - 120_000);
  clock.advance(60_000);
  const other = await enter((await newMember(clock)).token);
  expect(socket.got).toEqual([{ login: 'ok' }]);
  clock.advance(120_000);
  await has(socket, { error: 'login_required' });
  expect(other.got).toEqual([{ login: 'ok' }]);
});

test('a process that lost the channel ends all news, admits nobody, and goes on once it listens again', async () => {
  const clock = new ManualClock(Date.now());
  const { enter, news } = await open({ clock });
  const { id, token } = await newMember();
  const socket = await enter(token);
  await owner.run(cut);
  await has(socket, { error: 'unavailable' });
  const early = new Socket();
  news.login(early, { login: token }, HERE);
  await has(early, { error: 'unavailable' });
  await notice(id);
  clock.advance(5_000);
  const again = await vi.waitFor(async () => {
    const next = new Socket();
    news.login(next, { login: token }, HERE);
    await vi.waitFor(() => expect(next.got).toHaveLength(1), { interval: 2 });
    expect(next.got).toEqual([{ login: 'ok' }]);
    return next;
  });
  const seen = await notice(id);
  await has(again, { id: Number(seen) });
  expect(again.ids).toEqual([seen]);
});

test('news that cannot be read ends for its readers, and for nobody else', async () => {
  const real = notices();
  const [ada, bob] = [await newMember(), await newMember()];
  const source: NewsSource = {
    ...real,
    read: (things) =>
      things.some(({ memberId }) => memberId === ada.id) ? Promise.reject(new Error('no')) : real.read(things),
  };
  const { enter } = await open({ source });
  const [adas, bobs] = [await enter(ada.token), await enter(bob.token)];
  await notice(ada.id);
  await has(adas, { error: 'unavailable' });
  const seen = await notice(bob.id);
  await has(bobs, { id: Number(seen) });
  expect(adas.ids).toEqual([]);
});

test('another login of a socket replaces the first; a login that is overtaken is not answered', async () => {
  const { enter, news } = await open();
  const [ada, bob] = [await newMember(), await newMember()];
  const socket = await enter(ada.token);
  news.login(socket, { login: ada.token }, HERE);
  news.login(socket, { login: bob.token }, HERE);
  await vi.waitFor(() => expect(socket.got).toHaveLength(2));
  await notice(ada.id);
  const seen = await notice(bob.id);
  await has(socket, { id: Number(seen) });
  expect(socket.got).toEqual([{ login: 'ok' }, { login: 'ok' }, expect.objectContaining({ id: Number(seen) })]);
});

test('a token without a session is refused; after five a socket, and after fifty a network, has to wait', async () => {
  const clock = new ManualClock(Date.now());
  const { news } = await open({ clock });
  const { token } = await newMember();
  const ask = async (socket: Socket, login: string, network?: string): Promise<object | undefined> => {
    const before = socket.got.length;
    news.login(socket, { login }, { ...HERE, network });
    await vi.waitFor(() => expect(socket.got.length).toBeGreaterThan(before), { interval: 2 });
    return socket.got.at(-1);
  };
  const socket = new Socket();
  for (let turn = 0; turn < 5; turn += 1)
    expect(await ask(socket, 'x'.repeat(43))).toEqual({ error: 'login_required' });
  expect(await ask(socket, token)).toEqual({ error: 'too_many_requests' });
  expect(await ask(new Socket(), token)).toEqual({ login: 'ok' });
  for (let turn = 0; turn < 50; turn += 1)
    expect(await ask(new Socket(), 'y'.repeat(43), '10.1.1.1')).toEqual({ error: 'login_required' });
  expect(await ask(new Socket(), token, '10.1.1.1')).toEqual({ error: 'too_many_requests' });
  expect(await ask(new Socket(), token, '10.1.1.2')).toEqual({ login: 'ok' });
  clock.advance(5_000);
  expect(await ask(new Socket(), token, '10.1.1.1')).toEqual({ login: 'ok' });
});

test('a socket logs in ten times a second at most', async () => {
  const clock = new ManualClock(Date.now());
  const { news } = await open({ clock });
  const { token } = await newMember();
  const socket = new Socket();
  const answers = async (count: number): Promise<void> => {
    news.login(socket, { login: token }, HERE);
    await vi.waitFor(() => expect(socket.got).toHaveLength(count), { interval: 2 });
  };
  for (let turn = 1; turn <= 11; turn += 1) await answers(turn);
  expect(socket.got.slice(9)).toEqual([{ login: 'ok' }, { error: 'too_many_requests' }]);
  clock.advance(1000);
  await answers(12);
  expect(socket.got.at(-1)).toEqual({ login: 'ok' });
});
