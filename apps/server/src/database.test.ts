import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from './database.ts';
import { connected } from './platform/connection.ts';
import { APP_ROLE, sql } from './platform/db.ts';
import type { Log } from './platform/log.ts';
import { testDatabase } from './testing/index.ts';

const whoAmI = sql<{ current_user: string }>('test.whoAmI', 'select current_user');
const quiet: Log = { info: () => {}, error: () => {} };

test('the embedded database is made, brought up to date, and opened again with what it held', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'data-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const first = await openDatabase({ dataDir }, quiet);
  expect(await first.db.run(whoAmI)).toEqual([{ current_user: APP_ROLE }]);
  await connected(first.url, (owner) => owner.query(`create table kept as select 'this' as what; grant select on kept to ${APP_ROLE}`));
  await first.close();
  const again = await openDatabase({ dataDir }, quiet);
  expect(await again.db.run(sql('test.kept', 'select what from kept'))).toEqual([{ what: 'this' }]);
  await again.close();
});

test('when the embedded database dies under a transaction, the transaction fails, the server lives, and the next one succeeds', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'data-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const said: string[] = [];
  const log: Log = { info: (_, message) => said.push(message), error: (_, message) => said.push(message) };
  const database = await openDatabase({ dataDir }, log);
  onTestFinished(() => database.close());
  const under = database.db.transaction(async (tx) => {
    await tx.run(whoAmI);
    const [postmaster] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(postmaster), 'SIGKILL');
    await vi.waitUntil(() => said.includes('the embedded database is back'), { timeout: 10_000 });
    await tx.run(whoAmI);
  });
  await expect(under).rejects.toThrow(/connection/i);
  expect(await database.db.transaction((tx) => tx.run(whoAmI))).toEqual([{ current_user: APP_ROLE }]);
  expect(said).toContain('the embedded database ended and is being started again');
});

test('a database that may lose what it acknowledged is refused', async () => {
  const { url, drop } = await testDatabase();
  onTestFinished(drop);
  await connected(url, (owner) => owner.query(`do $$ begin execute format('alter database %I set synchronous_commit = off', current_database()); end $$`));
  await expect(openDatabase({ dataDir: 'unused', databaseUrl: url }, quiet)).rejects.toThrow('The database has synchronous_commit off');
});

test('a database of its own is opened and left running', async () => {
  const { url, drop } = await testDatabase();
  onTestFinished(drop);
  const opened = await openDatabase({ dataDir: 'unused', databaseUrl: url }, quiet);
  expect(await opened.db.run(whoAmI)).toEqual([{ current_user: APP_ROLE }]);
  await opened.close();
});
