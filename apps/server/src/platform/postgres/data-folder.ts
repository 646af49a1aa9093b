import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, lstat, mkdir, readdir, readFile, readlink, realpath, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import type { RunAs } from './run-as.ts';

/** The superuser of the embedded server; it cannot log in. */
const SUPERUSER = 'postgres';

/** The environment of PostgreSQL's programs, without the server's secrets. */
export const ENVIRONMENT: NodeJS.ProcessEnv = { PATH: process.env['PATH'], LANG: 'C', LC_ALL: 'C', TZ: 'UTC' };

const INITDB_ARGUMENTS = [
  '--username',
  SUPERUSER,
  '--auth=reject',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--data-checksums',
  '--no-instructions',
];

/** Makes the data folder, whole or not at all, so that an interrupted start can be repeated. */
export async function ensureDataFolder(folder: string, binaries: Binaries, runAs: RunAs): Promise<void> {
  if (existsSync(join(folder, 'PG_VERSION'))) return giveTo(folder, runAs);
  const fresh = `${folder}.new`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { mode: 0o700 });
  await giveTo(fresh, runAs);
  await run([...runAs.prefix, binaries.initdb, ...INITDB_ARGUMENTS, '--pgdata', fresh], runAs);
  await rename(fresh, folder);
}

async function giveTo(folder: string, runAs: RunAs): Promise<void> {
  const user = runAs.user ?? process.getuid?.();
  if (user === undefined || (await lstat(folder)).uid === user) return;
  for (const path of [...(await readdir(folder, { recursive: true })).map((name) => join(folder, name)), folder])
    await chown(path, user, user);
}

function run(command: readonly string[], runAs: RunAs): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command[0] ?? '', command.slice(1), {
      env: ENVIRONMENT,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...identity(runAs),
    });
    let output = '';
    const listen = (part: Buffer) => {
      output += part.toString();
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.on('error', reject);
    child.on('close', (status) => {
      if (status === 0) resolve();
      else reject(new Error(`The embedded PostgreSQL could not make its data folder: ${output.trim()}`));
    });
  });
}

/** Spawn options for whom to run as. */
export const identity = (runAs: RunAs): { uid?: number; gid?: number } =>
  runAs.user === undefined ? {} : { uid: runAs.user, gid: runAs.user };

/** Processes whose current folder is `folder`, as PostgreSQL's are; undefined where the system does not say. */
export async function processesIn(folder: string): Promise<number[] | undefined> {
  if (!existsSync('/proc/self/cwd') || !existsSync(folder)) return existsSync('/proc/self/cwd') ? [] : undefined;
  const real = await realpath(folder);
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
      return cwd === real ? [Number(pid)] : [];
    }),
  );
  return found.flat();
}

/**
 * The number in a stale `postmaster.pid` may be another program's, and PostgreSQL would never start; so any process in
 * the data folder counts instead.
 */
export async function removeStalePid(folder: string): Promise<void> {
  const path = join(folder, 'postmaster.pid');
  const before = await readFile(path, 'utf8').catch(() => undefined);
  if (before === undefined || (await processesIn(folder))?.length !== 0) return;
  if ((await readFile(path, 'utf8').catch(() => undefined)) === before) await rm(path, { force: true });
}
