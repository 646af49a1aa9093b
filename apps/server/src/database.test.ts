import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from './database.ts';
import { connected } from './platform/connection.ts';
import { APP_ROLE, openDb, sql } from './platform/db.ts';
import type { Log } from './platform/log.ts';
import { requireHarmlessLogin } from './platform/login-role.ts';
import { findRunning } from './platform/postgres/index.ts';
import { testDatabase, type TestDatabase } from './testing/index.ts';

const whoAmI = sql<{ current_user: string }>('test.whoAmI', 'select current_user');
const quiet: Log = { info: () => {}, error: () => {} };

test('the embedded database is made, migrated, and opened again with its data', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'data-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const first = await openDatabase({ dataDir }, quiet);
  expect(await first.db.run(whoAmI)).toEqual([{ current_user: APP_ROLE }]);
  await connected(await ownerOf(dataDir), (owner) =>
    owner.query(`create table kept as select 'this' as what; grant select on kept to ${APP_ROLE}`),
  );
  await first.close();
  const again = await openDatabase({ dataDir }, quiet);
  expect(await again.db.run(sql('test.kept', 'select what from kept'))).toEqual([{ what: 'this' }]);
  await again.close();
});

test('when the embedded database dies, the transaction fails and the next one succeeds', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'data-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const logged: string[] = [];
  const log: Log = { info: (_, message) => logged.push(message), error: (_, message) => logged.push(message) };
  const database = await openDatabase({ dataDir }, log);
  onTestFinished(() => database.close());
  const under = database.db.transaction(async (tx) => {
    await tx.run(whoAmI);
    const [postmaster] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(postmaster), 'SIGKILL');
    await vi.waitUntil(() => logged.includes('embedded database restarted'));
    await tx.run(whoAmI);
  });
  await expect(under).rejects.toThrow(/connection/i);
  expect(await database.db.transaction((tx) => tx.run(whoAmI))).toEqual([{ current_user: APP_ROLE }]);
  expect(logged).toContain('embedded database exited, restarting');
});

/** The owner's connection string of a running embedded database. */
async function ownerOf(dataDir: string): Promise<string> {
  const running = await findRunning(dataDir);
  if (!running) throw new Error('no database runs');
  return running.url;
}

/** A separate database, and a configuration for it. */
async function given(): Promise<
  TestDatabase & {
    readonly config: { readonly dataDir: string; readonly databaseUrl: string; readonly migrateDatabaseUrl: string };
  }
> {
  const database = await testDatabase();
  onTestFinished(database.drop);
  return { ...database, config: { dataDir: 'unused', databaseUrl: database.appUrl, migrateDatabaseUrl: database.url } };
}

test('a database without durable commits is refused', async () => {
  const { url, config } = await given();
  await connected(url, (owner) =>
    owner.query(
      `do $$ begin execute format('alter database %I set synchronous_commit = off', current_database()); end $$`,
    ),
  );
  await expect(openDatabase(config, quiet)).rejects.toThrow('The database has synchronous_commit off');
});

test('a database of its own is opened and left running', async () => {
  const { config } = await given();
  const opened = await openDatabase(config, quiet);
  expect(await opened.db.run(whoAmI)).toEqual([{ current_user: APP_ROLE }]);
  await opened.close();
});

test('arbitrary SQL of the server cannot regain a role that could change history', async () => {
  const { config } = await given();
  const opened = await openDatabase(config, quiet);
  const [owner] = await connected(
    config.migrateDatabaseUrl,
    async (client) => (await client.query<{ name: string }>('select quote_ident(current_user) as name')).rows,
  );
  await connected(opened.url, async (client) => {
    await client.query('set role none');
    for (const text of [
      'update ledger_journal set actor_kind = actor_kind',
      'delete from operator_audit',
      'update ledger_head set journal_id = 0',
      'alter table ledger_account disable trigger all',
      `set role ${owner?.name}`,
    ]) {
      await expect(client.query(text)).rejects.toThrow(/permission denied|must be owner/);
    }
  });
  await opened.close();
});

test('with separate migrations a server starts on an up-to-date database only', async () => {
  const { url, config } = await given();
  const separate = { dataDir: 'unused', databaseUrl: config.databaseUrl };
  await (await openDatabase(separate, quiet)).close();
  await connected(url, (owner) => owner.query(`delete from kysely_migration where name like '0028%'`));
  await expect(openDatabase(separate, quiet)).rejects.toThrow(
    /not up to date \(0028_.* has not run\): set MIGRATE_DATABASE_URL/,
  );
});

test('a start as the owner is refused, and says what to give instead', async () => {
  const { url } = await given();
  for (const config of [{ databaseUrl: url }, { databaseUrl: url, migrateDatabaseUrl: url }]) {
    await expect(openDatabase({ dataDir: 'unused', ...config }, quiet)).rejects.toThrow(
      /login to the database, .*could change what happened.*MIGRATE_DATABASE_URL/,
    );
  }
});

/** A login of its own on the database's server, made by `grants`; goes with the test. */
async function loginWith(database: TestDatabase, grants: (name: string) => readonly string[]): Promise<string> {
  const name = `login_${randomBytes(6).toString('hex')}`;
  await connected(database.url, async (owner) => {
    await owner.query(`create role ${name} login noinherit password 'of this test'`);
    await owner.query(`grant ${name} to current_user`);
    for (const grant of grants(name)) await owner.query(grant);
  });
  onTestFinished(() =>
    connected(database.url, async (owner) => {
      await owner.query(`drop owned by ${name}`);
      await owner.query(`drop role ${name}`);
    }),
  );
  return Object.assign(new URL(database.url), { username: name, password: 'of this test' }).href;
}

test('a login of another name is granted the server’s role by the owner', async () => {
  const { config, ...database } = await given();
  const opened = await openDatabase({ ...config, databaseUrl: await loginWith(database, () => []) }, quiet);
  expect(await opened.db.run(whoAmI)).toEqual([{ current_user: APP_ROLE }]);
  await opened.close();
});

test('a missing login is created by the owner with its password', async () => {
  const { config, ...database } = await given();
  const name = `made_${randomBytes(6).toString('hex')}`;
  const databaseUrl = Object.assign(new URL(database.url), { username: name, password: 'of this test, too' }).href;
  for (let starts = 0; starts < 2; starts += 1) {
    const opened = await openDatabase({ ...config, databaseUrl }, quiet);
    expect(await opened.db.run(whoAmI)).toEqual([{ current_user: APP_ROLE }]);
    await opened.close();
  }
  await expect(
    openDatabase({ ...config, databaseUrl: Object.assign(new URL(databaseUrl), { password: 'another' }).href }, quiet),
  ).rejects.toThrow('password authentication failed');
  await connected(database.url, (owner) => owner.query(`drop role ${name}`));
});

test.each<[string, (name: string) => string[], string]>([
  ['may update the journal', (name) => [`grant update on ledger_journal to ${name}`], 'it may update ledger_journal'],
  [
    'may update one column of the operators’ log',
    (name) => [`grant update (remark) on operator_audit to ${name}`],
    'it may update operator_audit',
  ],
  ['may create roles', (name) => [`alter role ${name} createrole`], 'has the right createrole'],
  [
    'owns a table',
    (name) => [
      `grant create on schema public to ${name}`,
      `create table mine (n int)`,
      `alter table mine owner to ${name}`,
    ],
    'owns the platform’s tables',
  ],
])('a login that %s is refused', async (_, grants, why) => {
  const { config, ...database } = await given();
  const databaseUrl = await loginWith(database, grants);
  await expect(openDatabase({ ...config, databaseUrl }, quiet)).rejects.toThrow(why);
});

test('a pooler that drops the role is noticed', async () => {
  const { config, ...database } = await given();
  const databaseUrl = await loginWith(database, () => []);
  await (await openDatabase({ ...config, databaseUrl }, quiet)).close();
  // As one that ignores the start's options would: the connection works as its login.
  const dropping = openDb(databaseUrl, { connections: 1, role: null });
  await expect(requireHarmlessLogin(dropping, ['ledger_journal'])).rejects.toThrow(
    /works as login_.*what stands between it and the database drops the role/,
  );
  await dropping.close();
});
