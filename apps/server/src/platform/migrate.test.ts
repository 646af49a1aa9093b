import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testDatabase, type TestDatabase } from '../testing/index.ts';
import { dropDatabase, withDatabase } from '../testing/template.ts';
import { connected } from './connection.ts';
import { APP_ROLE, openDb, sql } from './db.ts';
import { migrate, MIGRATIONS, requireMigrated } from './migrate.ts';

let database: TestDatabase;
let folder: string;
let client: pg.Client;

beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('drop table if exists kysely_migration, kysely_migration_lock, migration_note');
});
afterAll(async () => {
  await client.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

const write = (name: string, text: string) => writeFile(join(folder, name), text);

test('several processes may migrate at once, and each migration runs once', async () => {
  await write(
    '0001_place.sql',
    `create table place (name text); insert into place values ('first'); grant select on place to ${APP_ROLE};`,
  );
  await write('0002_label.sql', `insert into place values ('second');`);
  await write('notes.md', 'not a migration');
  const runs = await Promise.all(Array.from({ length: 5 }, () => migrate(database.url, folder)));
  expect(runs.flat().sort()).toEqual(['0001_place', '0002_label']);
  expect((await client.query('select name from place order by name')).rows).toEqual([
    { name: 'first' },
    { name: 'second' },
  ]);
});

test('a failed migration is rolled back and named; earlier ones stay', async () => {
  await write('0003_more.sql', `insert into place values ('third');`);
  await write('0004_bad.sql', `insert into place values ('fourth'); select 1 / 0;`);
  await expect(migrate(database.url, folder)).rejects.toThrow('Migration 0004_bad failed: division by zero');
  expect((await client.query('select name from place order by name')).rows.map(({ name }) => name as string)).toEqual([
    'first',
    'second',
    'third',
  ]);
});

test('the server works as a role that has only the rights it was granted', async () => {
  const db = openDb(database.url);
  try {
    expect(await db.run(sql<{ current_user: string }>('test.role', 'select current_user'))).toEqual([
      { current_user: APP_ROLE },
    ]);
    expect(await db.run(sql('test.place', 'select 1 from place limit 1'))).toHaveLength(1);
    await expect(db.run(sql('test.write', `insert into place values ('x')`))).rejects.toThrow(
      'permission denied for table place',
    );
    await expect(db.run(sql('test.create', 'create table mine (a int)'))).rejects.toThrow(
      'permission denied for schema public',
    );
  } finally {
    await db.close();
  }
});

test("the server's own migrations run on an empty database", async () => {
  const name = `empty_${process.pid}`;
  await client.query(`create database ${name} template template0`);
  try {
    const url = withDatabase(database.url, name);
    expect((await migrate(url, MIGRATIONS)).length).toBeGreaterThan(0);
    expect(await migrate(url, MIGRATIONS)).toEqual([]);
  } finally {
    await dropDatabase(client, name);
  }
});

test('a database of a version before 0.2 is refused and left unchanged', async () => {
  const name = `before_${process.pid}`;
  await client.query(`create database ${name} template template0`);
  try {
    const url = withDatabase(database.url, name);
    const catalog = await connected(url, async (old) => {
      // What those versions left of their first two migrations.
      await old.query(`
        create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
        insert into kysely_migration values ('0001_ledger', 'then'), ('0002_platform_idempotency', 'then');
        create table coin (id bigint primary key)`);
      return readCatalog(old);
    });
    for (const start of [() => migrate(url), () => connected(url, requireMigrated)])
      await expect(start()).rejects.toThrow(
        'This database was made by a version before 0.2, and no later one can bring it up to date: go on with the version that made it, or start with an empty database (another DATA_DIR or DATABASE_URL). Nothing was changed.',
      );
    expect(await connected(url, readCatalog)).toEqual(catalog);
  } finally {
    await dropDatabase(client, name);
  }
});

/** Whatever a start might write before it is refused: tables, rights, what ran. */
async function readCatalog(on: pg.Client): Promise<unknown> {
  const { rows } = await on.query(`
    select c.relname as name, c.relacl::text as rights from pg_class c where c.relnamespace = 'public'::regnamespace
    union all select nspname, nspacl::text from pg_namespace where nspname = 'public'
    union all select name, timestamp from kysely_migration
    order by name, rights`);
  return rows;
}

test('a migration that was changed after it ran stops the start', async () => {
  const name = `changed_${process.pid}`;
  await client.query(`create database ${name} template template0`);
  const own = await mkdtemp(join(tmpdir(), 'migrations-'));
  try {
    const url = withDatabase(database.url, name);
    await writeFile(join(own, '0001_a.sql'), 'create table a (n int);');
    await migrate(url, own);
    await writeFile(join(own, '0001_a.sql'), 'create table a (n bigint);');
    await expect(migrate(url, own)).rejects.toThrow('Migration 0001_a was changed after it ran on this database');
  } finally {
    await rm(own, { recursive: true });
    await dropDatabase(client, name);
  }
});

test('an older version works beside a newer one until a contract migration', async () => {
  const name = `older_${process.pid}`;
  await client.query(`create database ${name} template template0`);
  const [older, newer] = [await mkdtemp(join(tmpdir(), 'older-')), await mkdtemp(join(tmpdir(), 'newer-'))];
  try {
    const url = withDatabase(database.url, name);
    for (const own of [older, newer]) await writeFile(join(own, '0001_a.sql'), 'create table a (n int);');
    await migrate(url, older);
    await writeFile(join(newer, '0002_b.sql'), 'alter table a add column m int;');
    expect(await migrate(url, newer)).toEqual(['0002_b']);
    const reported: string[] = [];
    expect(
      await migrate(url, older, {
        newer: (names) => {
          reported.push(...names);
        },
      }),
    ).toEqual([]);
    expect(reported).toEqual(['0002_b']);
    await writeFile(join(newer, '0003_c.sql'), '-- contract: programs from 0002 on\nalter table a drop column n;');
    await migrate(url, newer);
    await expect(migrate(url, older)).rejects.toThrow(
      'A newer version has changed the database (0003_c) so that this one, which ends at 0001, cannot work with it: start a version that knows 0002.',
    );
    expect(await migrate(url, newer)).toEqual([]);
  } finally {
    await Promise.all([older, newer].map((own) => rm(own, { recursive: true })));
    await dropDatabase(client, name);
  }
});

test('a migration that waits for a table blocks nobody, and an index is built beside writers', async () => {
  const name = `busy_${process.pid}`;
  await client.query(`create database ${name} template template0`);
  const own = await mkdtemp(join(tmpdir(), 'migrations-'));
  const url = withDatabase(database.url, name);
  const busy = new pg.Client({ connectionString: url });
  const reader = new pg.Client({ connectionString: url });
  try {
    await writeFile(join(own, '0001_a.sql'), 'create table a (n int); insert into a values (1);');
    await migrate(url, own);
    await writeFile(join(own, '0002_b.sql'), 'alter table a add column m int;');
    await writeFile(
      join(own, '0003_c.sql'),
      '-- outside a transaction\ndrop index concurrently if exists a_n;\ncreate index concurrently a_n on a (n);\n',
    );
    await Promise.all([busy.connect(), reader.connect()]);
    await busy.query('begin');
    await busy.query('select * from a');
    const migrating = migrate(url, own);
    const waits = async () =>
      (await client.query(`select from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'`, [name]))
        .rowCount;
    await vi.waitFor(async () => expect(await waits()).toBe(1));
    // It stands behind the migration, and is let by although the table is in use.
    expect((await reader.query('select n from a')).rows).toEqual([{ n: 1 }]);
    await busy.query('commit');
    expect(await migrating).toEqual(['0002_b', '0003_c']);
    expect((await reader.query(`select indisvalid from pg_index where indexrelid = 'a_n'::regclass`)).rows).toEqual([
      { indisvalid: true },
    ]);
  } finally {
    await Promise.all([busy.end(), reader.end()]);
    await rm(own, { recursive: true });
    await dropDatabase(client, name);
  }
});

test('rows are compared with a new constraint while others read and write the table, and a start that was interrupted is made up for', async () => {
  const name = `validated_${process.pid}`;
  await client.query(`create database ${name} template template0`);
  const own = await mkdtemp(join(tmpdir(), 'migrations-'));
  const url = withDatabase(database.url, name);
  const [slow, other] = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: url })];
  const validated = async () =>
    (await other.query('select convalidated as is from pg_constraint where conname = $1', ['slow'])).rows;
  try {
    await writeFile(
      join(own, '0001_a.sql'),
      `create function slow(n int) returns boolean language plpgsql as $$ begin
        if n = 1 then perform pg_advisory_xact_lock_shared(7); end if;
        return n > 0;
      end $$;
      create table a (n int); insert into a values (1);`,
    );
    await migrate(url, own);
    await writeFile(
      join(own, '0002_b.sql'),
      'alter table a add column m int;\nalter table a add constraint slow check (slow(n)) not valid;\nalter table a validate constraint slow;\n',
    );
    await Promise.all([slow.connect(), other.connect()]);
    // The first row is compared only once this ends.
    await slow.query('select pg_advisory_lock(7)');
    const migrating = migrate(url, own);
    const waits = async () =>
      (await client.query(`select from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'`, [name]))
        .rowCount;
    await vi.waitFor(async () => expect(await waits()).toBe(1));
    await other.query(`set lock_timeout = '1s'`);
    await other.query('insert into a values (2)');
    expect((await other.query('select n from a order by n')).rows).toEqual([{ n: 1 }, { n: 2 }]);
    expect(await validated()).toEqual([{ is: false }]);
    await slow.query('select pg_advisory_unlock(7)');
    expect(await migrating).toEqual(['0002_b']);
    expect(await validated()).toEqual([{ is: true }]);
    // As a process that was killed in between leaves it.
    await other.query('alter table a drop constraint slow, add constraint slow check (slow(n)) not valid');
    expect(await migrate(url, own)).toEqual([]);
    expect(await validated()).toEqual([{ is: true }]);
    await other.query('alter table a add constraint large check (n > 1) not valid');
    await expect(migrate(url, own)).rejects.toThrow('Constraint large is not kept by every row');
  } finally {
    await Promise.all([slow.end(), other.end()]);
    await rm(own, { recursive: true });
    await dropDatabase(client, name);
  }
});
