import { afterEach, beforeEach, expect, test } from 'vitest';
import { ManualClock } from '../../platform/clock.ts';
import { openDb, sql } from '../../platform/db.ts';
import { createPasswords } from '../../platform/passwords.ts';
import { requireCleanAudit } from '../../testing/clean-audit.ts';
import { testDatabase, type TestDatabase } from '../../testing/index.ts';
import { makeFirstOperator, operatorAudits } from './index.ts';

const clock = new ManualClock(Date.UTC(2026, 0, 5));
const passwords = createPasswords();
const all = sql<{ username: string; role: string; password_hash: string }>(
  'test.operators',
  'select username, role, password_hash from operator order by id',
);

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(async () => {
  await requireCleanAudit(database.db, operatorAudits);
  await database.drop();
});
const make = (first: { username: string; password?: string }, db = database.db) =>
  makeFirstOperator(first, { db, clock, passwords });

test('without a password one is generated and returned once', async () => {
  const made = await make({ username: 'Owner' });
  expect(Buffer.from(made ?? '', 'base64url')).toHaveLength(15);
  const [row, ...others] = await database.db.run(all);
  expect(others).toEqual([]);
  expect(row).toMatchObject({ username: 'owner', role: 'owner' });
  expect(await passwords.verify(row?.password_hash ?? '', made ?? '')).toBe(true);
  expect(await make({ username: 'owner' })).toBeUndefined();
  expect(await database.db.run(all)).toEqual([row]);
});

test('a given password is not returned, and is accepted however short it is', async () => {
  expect(await make({ username: 'pier', password: 'pw' })).toBeUndefined();
  const [row] = await database.db.run(all);
  expect(await passwords.verify(row?.password_hash ?? '', 'pw')).toBe(true);
});

test('with an owner present other variables change nothing', async () => {
  await make({ username: 'owner', password: 'the first one' });
  const before = await database.db.run(all);
  expect(await make({ username: 'owner', password: 'another one' })).toBeUndefined();
  expect(await make({ username: 'other', password: 'another one' })).toBeUndefined();
  expect(await database.db.run(all)).toEqual(before);
});

test('of several processes that start at once one creates the first operator and returns its password', async () => {
  const others = Array.from({ length: 4 }, () => openDb(database.url, { connections: 1 }));
  const passwords = await Promise.all(
    others.map((db, place) => make({ username: place % 2 === 0 ? 'owner' : 'other' }, db)),
  );
  await Promise.all(others.map((db) => db.close()));
  expect(passwords.filter((made) => made !== undefined)).toHaveLength(1);
  expect(await database.db.run(all)).toHaveLength(1);
});

test('without an enabled owner the name must be a new one', async () => {
  await make({ username: 'owner', password: 'the first one' });
  await database.db.run(
    sql(
      'test.shutOut',
      `with lost as (update operator o set enabled = false returning id, operator_rights(o) as rights)
    select operator_audit_append(now(), null, 'server', 'server', 'change', 'operators', id::text, null, rights, 'every owner is lost', '') from lost`,
    ),
  );
  await expect(make({ username: 'owner' })).rejects.toThrow(/^OPERATOR_USERNAME must be a new name/);
  expect(await make({ username: 'second' })).toBeDefined();
});
