import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../testing/database.ts';
import { beginSession } from './db-session.ts';
import { openDb, sql, type Db } from './db.ts';
import { RefusedStart } from './refused-start.ts';
import { requireSessions } from './session-probe.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

function open(): Db {
  const db = openDb(database.appUrl, { connections: 1 });
  onTestFinished(() => db.close());
  return db;
}

test('connections that are sessions pass', async () => {
  await expect(requireSessions(open(), open())).resolves.toBeUndefined();
});

test('a pooler that gives each transaction another session is refused with a sentence', async () => {
  // As a pooler in transaction mode: both share its sessions, and whoever is in a transaction has the first.
  const [first, second] = [open(), open()];
  let isTaken = false;
  const one: Db = { ...first, run: (statement, values) => (isTaken ? second : first).run(statement, values) };
  const other: Db = {
    ...first,
    transaction: (work) => {
      isTaken = true;
      return first.transaction(work);
    },
  };
  const refused = requireSessions(one, other);
  await expect(refused).rejects.toThrow(RefusedStart);
  await expect(refused).rejects.toThrow(/set it to session mode/);
});

test('a connection that does not work as the role it must is refused, whatever drops the role', async () => {
  const answers = [{ rows: [] }, { rows: [{ works_as: 'owner' }] }];
  const dropping = { query: async () => answers } as unknown as Parameters<typeof beginSession>[0];
  await expect(beginSession(dropping, { role: 'plimsoll_app' })).rejects.toThrow(
    /asked to work as plimsoll_app and works as owner/,
  );
  await expect(beginSession(dropping, { role: null })).resolves.toBeUndefined();
});

test('an owner’s login works as the server’s role by a statement, on every connection of a pool', async () => {
  const db = openDb(database.url, { connections: 3 });
  onTestFinished(() => db.close());
  const who = sql<{ who: string }>('test.who', 'select current_user::text as who, pg_sleep(0.05)');
  const found = await Promise.all([1, 2, 3].map(() => db.run(who)));
  expect(new Set(found.flat().map((row) => row.who))).toEqual(new Set(['plimsoll_app']));
  expect(db.use().open).toBe(3);
});
