import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testHttp } from '../testing/http.ts';
import { testDatabase, type TestDatabase } from '../testing/index.ts';
import { ManualClock } from './clock.ts';
import { sql, type Db } from './db.ts';
import { SESSION_LIFE_MS, SESSION_MAX_MS, Sessions } from './sessions.ts';

const HOUR_MS = 60 * 60 * 1000;
const rows = sql<{ token_hash: string; last_used_at: Date }>(
  'test.sessions',
  'select token_hash, last_used_at from session where member_id = $1',
);

let database: TestDatabase;
let clock: ManualClock;
let sessions: Sessions;
let member: { id: string; token: string };

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database.drop();
});
beforeEach(async () => {
  clock = new ManualClock(Date.UTC(2026, 0, 1));
  const http = testHttp({ db: database.db, clock, routes: [] });
  sessions = http.sessions;
  member = await http.newMember();
});

const who = async (token: string, of = sessions) => (await of.find(token))?.memberId;

test('a token is 256 random bits and not in the database', async () => {
  expect(member.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  const [row] = await database.db.run(rows, [member.id]);
  expect(row?.token_hash).toMatch(/^[0-9a-f]{64}$/);
  expect(await who(member.token)).toBe(member.id);
  expect(sessions.find(member.token)).not.toBeInstanceOf(Promise);
});

test('logging out ends one session at once, and the others go on', async () => {
  const other = await sessions.open(member.id);
  const session = await sessions.find(member.token);
  await sessions.end(session?.hash ?? '');
  expect([await who(member.token), await who(other)]).toEqual([undefined, member.id]);
});

test('all sessions of a member end together', async () => {
  const tokens = [member.token, await sessions.open(member.id), await sessions.open(member.id)];
  for (const token of tokens) await who(token);
  await sessions.endAll(member.id);
  for (const token of tokens) expect(await who(token)).toBeUndefined();
});

test('a session that is being read while it ends stays ended', async () => {
  let reading: (() => void) | undefined;
  let goOn: (() => void) | undefined;
  const isReading = new Promise<void>((resolve) => {
    reading = resolve;
  });
  const mayGoOn = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let first = true;
  const slow: Db = {
    ...database.db,
    async run(statement, values) {
      const answer = await database.db.run(statement, values);
      if (statement.name === 'sessions.find' && first) {
        first = false;
        reading?.();
        await mayGoOn;
      }
      return answer;
    },
  };
  const own = new Sessions(slow, clock);
  const found = who(member.token, own);
  await isReading;
  await own.endAll(member.id);
  goOn?.();
  expect(await found).toBeUndefined();
  expect(await who(member.token, own)).toBeUndefined();
});

/** Sessions of a process where `meanwhile` happens while each reading of a session is on its way. */
function disturbed(meanwhile: (own: Sessions, reads: number) => void | Promise<void>) {
  let reads = 0;
  const own: Sessions = new Sessions(
    {
      ...database.db,
      async run(statement, values) {
        const answer = await database.db.run(statement, values);
        if (statement.name !== 'sessions.find') return answer;
        reads += 1;
        if (reads > 10) throw new Error('read again and again');
        await meanwhile(own, reads);
        return answer;
      },
    },
    clock,
  );
  return { own, reads: () => reads };
}

test('an invented token is looked for once, whatever ends meanwhile', async () => {
  const { own, reads } = disturbed((of) => of.endedElsewhere('7'));
  expect(await who('x'.repeat(43), own)).toBeUndefined();
  expect(reads()).toBe(1);
});

test('a session is found while others end without a pause, and kept in memory once they do not', async () => {
  const { own, reads } = disturbed((of, read) => {
    if (read < 4) of.endedElsewhere('7');
  });
  expect(await who(member.token, own)).toBe(member.id);
  expect(reads()).toBe(2);
  expect(await who(member.token, own)).toBe(member.id);
  expect(reads()).toBe(4);
  expect(own.find(member.token)).not.toBeInstanceOf(Promise);
});

test('a session that ends while it is read a second time is refused from then on', async () => {
  const { own } = disturbed((of, read) => (read === 1 ? of.endedElsewhere('7') : of.endAll(member.id)));
  await who(member.token, own);
  expect(await who(member.token, own)).toBeUndefined();
});

test('a call that ended no session keeps none from memory', async () => {
  const { own, reads } = disturbed(async (of) => {
    const kept = (await sessions.find(member.token))?.hash ?? '';
    expect(await database.db.transaction((tx) => of.endOthers(member.id, kept, tx))).toBe(0);
  });
  expect(await who(member.token, own)).toBe(member.id);
  expect(reads()).toBe(1);
});

test('thirty days of disuse end a session; use keeps it', async () => {
  await who(member.token);
  clock.advance(SESSION_LIFE_MS - 1);
  expect(await who(member.token)).toBe(member.id);
  clock.advance(SESSION_LIFE_MS);
  expect(await who(member.token)).toBeUndefined();
  expect(await who(member.token, new Sessions(database.db, clock))).toBeUndefined();
});

test('ninety days end a session, however much it is used', async () => {
  for (let day = 1; day < 90; day += 1) {
    clock.advance(SESSION_MAX_MS / 90);
    expect(await who(member.token)).toBe(member.id);
  }
  clock.advance(SESSION_MAX_MS / 90);
  expect(await who(member.token)).toBeUndefined();
  expect(await who(member.token, new Sessions(database.db, clock))).toBeUndefined();
});

test('use is stored once an hour at most', async () => {
  const start = clock.nowMs();
  await who(member.token);
  clock.advance(HOUR_MS - 1);
  await who(member.token);
  expect((await database.db.run(rows, [member.id]))[0]?.last_used_at.getTime()).toBe(start);
  clock.advance(1);
  await who(member.token);
  await expect
    .poll(async () => (await database.db.run(rows, [member.id]))[0]?.last_used_at.getTime())
    .toBe(start + HOUR_MS);
});

test('a frozen member has no session, even after a missed notification', async () => {
  await database.db.run({ name: 'test.freeze', text: 'update member set frozen = true where id = $1' }, [member.id]);
  expect(await who(member.token)).toBeUndefined();
});

test('sessions past their life are removed', async () => {
  clock.advance(SESSION_LIFE_MS + 1);
  sessions.start();
  await expect.poll(() => database.db.run(rows, [member.id])).toEqual([]);
  sessions.stop();
});
