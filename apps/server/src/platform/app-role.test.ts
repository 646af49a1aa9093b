import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../testing/index.ts';
import { dropDatabase } from '../testing/template.ts';
import { connected } from './connection.ts';
import { APP_ROLE, openDb, sql } from './db.ts';
import { migrate } from './migrate.ts';

const NAME = `owner_${randomBytes(6).toString('hex')}`;
const PASSWORD = randomBytes(12).toString('hex');
let database: TestDatabase;
let url: string;

/** A second owner, who did not make the server's role. */
beforeAll(async () => {
  database = await testDatabase();
  const changed = new URL(database.url);
  Object.assign(changed, { username: NAME, password: PASSWORD, pathname: `/${NAME}` });
  url = changed.href;
  await connected(database.url, async (client) => {
    await client.query(`create role ${NAME} login createrole createdb password ${pg.escapeLiteral(PASSWORD)}`);
    await client.query(`grant ${NAME} to current_user`);
    await client.query(`create database ${NAME} owner ${NAME} template template0`);
  });
});
afterAll(async () => {
  await connected(database.url, async (client) => {
    await dropDatabase(client, NAME);
    await client.query(`drop role ${NAME}`);
  });
  await database.drop();
});

test('the error names the grant when the owner may not work as the server’s role', async (context) => {
  const [row] = await connected(
    database.url,
    async (client) =>
      (await client.query<{ version: number }>(`select current_setting('server_version_num')::int as version`)).rows,
  );
  context.skip((row?.version ?? 0) < 160_000, 'before version 16 whoever creates roles may grant any');
  await expect(migrate(url)).rejects.toThrow(`run “grant ${APP_ROLE} to ${NAME}” as that one`);
});

test('an owner who is no superuser can bring a database of its own up to date, once it may work as the role', async () => {
  await connected(database.url, (client) => client.query(`grant ${APP_ROLE} to ${NAME}`));
  expect((await migrate(url)).length).toBeGreaterThan(0);
  const db = openDb(url);
  expect(await db.run(sql<{ current_user: string }>('test.role', 'select current_user'))).toEqual([
    { current_user: APP_ROLE },
  ]);
  await db.close();
});
