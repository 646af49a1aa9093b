import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../testing/index.ts';
import { dropDatabase, withDatabase } from '../testing/template.ts';
import { APP_ROLE, openDb, sql } from './db.ts';
import { migrate, MIGRATIONS } from './migrate.ts';

let database: TestDatabase;
let folder: string;
let client: pg.Client;

beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('drop table kysely_migration, kysely_migration_lock');
});
afterAll(async () => {
  await client.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

const write = (name: string, text: string) => writeFile(join(folder, name), text);

test('several processes may migrate at once, and each migration runs once', async () => {
  await write('0001_shelf.sql', `create table shelf (name text); insert into shelf values ('first'); grant select on shelf to ${APP_ROLE};`);
  await write('0002_label.sql', `insert into shelf values ('second');`);
  await write('notes.md', 'not a migration');
  const runs = await Promise.all(Array.from({ length: 5 }, () => migrate(database.url, folder)));
  expect(runs.flat().sort()).toEqual(['0001_shelf', '0002_label']);
  expect((await client.query('select name from shelf order by name')).rows).toEqual([{ name: 'first' }, { name: 'second' }]);
});

test('a migration that fails is undone whole, named, and those before it stay', async () => {
  await write('0003_more.sql', `insert into shelf values ('third');`);
  await write('0004_bad.sql', `insert into shelf values ('fourth'); select 1 / 0;`);
  await expect(migrate(database.url, folder)).rejects.toThrow('Migration 0004_bad failed: division by zero');
  expect((await client.query('select name from shelf order by name')).rows.map(({ name }) => name as string)).toEqual(['first', 'second', 'third']);
});

test('the server works as a role that has only the rights it was granted', async () => {
  const db = openDb(database.url);
  try {
    expect(await db.run(sql<{ current_user: string }>('test.role', 'select current_user'))).toEqual([{ current_user: APP_ROLE }]);
    expect(await db.run(sql('test.shelf', 'select 1 from shelf limit 1'))).toHaveLength(1);
    await expect(db.run(sql('test.write', `insert into shelf values ('x')`))).rejects.toThrow('permission denied for table shelf');
    await expect(db.run(sql('test.create', 'create table mine (a int)'))).rejects.toThrow('permission denied for schema public');
  } finally {
    await db.close();
  }
});

test('the server\'s own migrations run on an empty database', async () => {
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
