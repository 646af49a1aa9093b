import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { connected } from '../connection.ts';
import { findBinaries } from './binaries.ts';
import { processesIn } from './data-folder.ts';
import { findRunning, FolderInUse, startPostgres, type Postgres, type PostgresEvent } from './index.ts';
import { chooseRunAs, type RunAs } from './run-as.ts';

/** Made once; each test starts where the last one stopped, as a server does. */
let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'launcher-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const folder = () => join(dir, 'postgres');
const soon = { timeout: 50_000, interval: 20 };

const ask = <T extends pg.QueryResultRow>(url: string, text: string): Promise<T[]> =>
  connected(url, async (client) => (await client.query<T>(text)).rows);

async function started(options: { runAs?: RunAs; onEvent?: (event: PostgresEvent) => void } = {}): Promise<Postgres> {
  const postgres = await startPostgres({ dir, ...options });
  onTestFinished(() => postgres.stop());
  return postgres;
}

/** Another process starts the database, prints its address, and waits. */
async function startedElsewhere(): Promise<{ url: string; pid: number; kill: () => Promise<void> }> {
  const program = `
    import { startPostgres } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)};
    const { url, pid } = await startPostgres({ dir: ${JSON.stringify(dir)} });
    console.log(JSON.stringify({ url, pid: pid() }));
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  onTestFinished(kill);
  const [output] = (await once(child.stdout, 'data')) as [Buffer];
  return { ...(JSON.parse(output.toString()) as { url: string; pid: number }), kill };
}

test('what it acknowledges is on disk, its text is UTF-8, its pages are checked', async () => {
  const { url } = await started();
  const names = [
    'fsync',
    'full_page_writes',
    'synchronous_commit',
    'data_checksums',
    'server_encoding',
    'listen_addresses',
  ];
  const settings = await ask<{ value: string }>(
    url,
    `select current_setting(n) as value from unnest(array['${names.join(`','`)}']) n`,
  );
  expect(settings.map(({ value }) => value)).toEqual(['on', 'on', 'on', 'on', 'UTF8', '']);
  expect(await ask(url, `select current_user, (select rolsuper from pg_roles where rolname = current_user)`)).toEqual([
    { current_user: 'plimsoll', rolsuper: false },
  ]);
});

test('its socket lies in a private folder, removed at its end', async () => {
  const postgres = await startPostgres({ dir });
  const sockets = new URL(postgres.url).searchParams.get('host') ?? '';
  expect((await stat(sockets)).mode & 0o777).toBe(0o700);
  expect(await findRunning(dir)).toEqual({ url: postgres.url, appUrl: postgres.appUrl });
  await postgres.stop();
  expect(existsSync(sockets)).toBe(false);
  expect(await findRunning(dir)).toBeUndefined();
  expect(await processesIn(folder())).toEqual([]);
});

const as = (url: string, change: Partial<Record<'username' | 'password', string>>): string =>
  Object.assign(new URL(url), change).href;
const hba = () => join(folder(), 'pg_hba.conf');

test('nobody logs in without a password, the superuser not at all, and the server works as one who owns nothing', async () => {
  const { url, appUrl } = await started();
  for (const each of [url, appUrl]) {
    await expect(ask(as(each, { password: '' }), 'select')).rejects.toThrow(/password/);
    await expect(ask(as(each, { password: 'a guess' }), 'select')).rejects.toThrow('password authentication failed');
    await expect(ask(as(each, { username: 'postgres' }), 'select')).rejects.toThrow('pg_hba.conf rejects connection');
  }
  expect(
    await ask(
      appUrl,
      `select session_user as login, (select count(*)::int from pg_roles where pg_has_role(session_user, oid, 'member')) as roles`,
    ),
  ).toEqual([{ login: 'plimsoll_app', roles: 1 }]);
  expect((await stat(join(dir, 'postgres.key'))).mode & 0o777).toBe(0o600);
  expect(await readFile(hba(), 'utf8')).not.toMatch(/trust/);
});

test('an older folder without passwords gets them at its next start and keeps its data', async () => {
  const before = await startPostgres({ dir });
  await ask(before.url, `create table if not exists held as select 'this' as what`);
  await before.stop();
  await writeFile(hba(), 'local all all trust\n');
  const trusting = await startPostgres({ dir, settings: { hba_file: await trustingFile() } });
  await ask(as(trusting.url, { username: 'postgres' }), `alter role plimsoll password null`);
  await ask(as(trusting.url, { username: 'postgres' }), `alter role plimsoll_app password null nologin`);
  await trusting.stop();
  await rm(join(dir, 'postgres.key'));
  await writeFile(hba(), 'local all all trust\n');
  const after = await started();
  expect(await ask(after.url, 'select what from held')).toEqual([{ what: 'this' }]);
  expect(await ask(after.appUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
  await expect(ask(as(after.url, { username: 'postgres', password: '' }), 'select')).rejects.toThrow(
    'pg_hba.conf rejects connection',
  );
});

/** Lets everybody in, so that a folder can be made what an older version left. */
async function trustingFile(): Promise<string> {
  const path = join(dir, 'trusting.conf');
  await writeFile(path, 'local all all trust\n');
  return path;
}

test('a folder without its key gets a new one', async () => {
  const before = await startPostgres({ dir });
  await before.stop();
  await writeFile(join(dir, 'postgres.key'), 'cut sh');
  const after = await started();
  expect(await ask(after.appUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
  await expect(
    ask(Object.assign(new URL(after.url), { password: new URL(before.url).password }).href, 'select'),
  ).rejects.toThrow('password authentication failed');
});

test('a second server on the same folder is refused', async () => {
  const { url } = await started();
  await expect(startPostgres({ dir })).rejects.toThrow(FolderInUse);
  expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('when it is killed it restarts under the same address, with all acknowledged data', async () => {
  const events: PostgresEvent[] = [];
  const postgres = await started({ onEvent: (event) => events.push(event) });
  await ask(postgres.url, 'create table if not exists kept (a int)');
  await ask(postgres.url, 'insert into kept values (1)');
  const before = postgres.pid();
  process.kill(before, 'SIGKILL');
  await vi.waitUntil(() => events.some(({ kind }) => kind === 'restarted'), soon);
  expect(events[0]).toEqual({ kind: 'died', detail: 'signal SIGKILL' });
  expect(postgres.pid()).not.toBe(before);
  expect(await ask(postgres.url, 'select count(*)::int from kept')).toEqual([{ count: 1 }]);
});

test('nothing is left running when the server is killed, and the next start finds the folder free', async () => {
  const elsewhere = await startedElsewhere();
  expect((await processesIn(folder()))?.length).toBeGreaterThan(0);
  await elsewhere.kill();
  const { url } = await started();
  expect(url).not.toBe(elsewhere.url);
  expect(existsSync(new URL(elsewhere.url).searchParams.get('host') ?? '')).toBe(false);
});

test("without the kernel's help a guard ends it with the server", async () => {
  const usual = chooseRunAs(process.getuid?.() === 0);
  const help = usual.prefix.indexOf('setpriv');
  const plain = help === -1 ? usual.prefix : usual.prefix.slice(0, help);
  const program = `
    import { startPostgres } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)};
    await startPostgres({ dir: ${JSON.stringify(dir)}, runAs: { prefix: ${JSON.stringify(plain)}, diesWithParent: false } });
    process.kill(process.pid, 'SIGKILL');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' });
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
  expect(signal).toBe('SIGKILL');
  await vi.waitUntil(async () => (await processesIn(folder()))?.length === 0, soon);
});

test('a stale postmaster.pid does not stop a start, whichever process has its number', async () => {
  await writeFile(join(folder(), 'postmaster.pid'), `${process.ppid}\n${folder()}\n1\n5432\n/tmp\n\n  1 1\n`);
  const { url } = await started();
  expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('an interrupted first start is repeated', async () => {
  const other = join(dir, 'other');
  await mkdir(join(other, 'postgres.new/base'), { recursive: true });
  await writeFile(join(other, 'postgres.new/PG_VERSION'), '18');
  const postgres = await startPostgres({ dir: other });
  onTestFinished(() => postgres.stop());
  expect(await ask(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(existsSync(join(other, 'postgres.new'))).toBe(false);
});

test('a failed start quotes the log', async () => {
  await expect(startPostgres({ dir, settings: { shared_buffers: 'plenty' } })).rejects.toThrow(
    /PostgreSQL did not start .*shared_buffers/,
  );
  expect(await readFile(join(dir, 'postgres.log'), 'utf8')).toContain('shared_buffers');
  expect(await processesIn(folder())).toEqual([]);
});

/** Nobody cannot run programs that lie below a closed folder, such as root's home. */
const nobodyReaches = async (): Promise<boolean> =>
  process.getuid?.() === 0 &&
  spawnSync((await findBinaries()).postgres, ['--version'], { uid: 65_534, gid: 65_534 }).status === 0;

test.runIf(await nobodyReaches())(
  'as root without user namespaces it runs as nobody, and as root again afterwards',
  async () => {
    const nobody = await startPostgres({
      dir,
      runAs: { prefix: ['setpriv', '--pdeathsig', 'INT', '--'], user: 65_534, diesWithParent: true },
    });
    expect((await stat(folder())).uid).toBe(65_534);
    await nobody.stop();
    const { url } = await started();
    expect((await stat(folder())).uid).toBe(0);
    expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  },
);
