import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { APP_ROLE } from '../db.ts';
import type { Binaries } from './binaries.ts';
import { ENVIRONMENT, identity, removeStalePid } from './data-folder.ts';
import { ensureKey, passwordOf, writeWhole } from './keys.ts';
import type { RunAs } from './run-as.ts';
import { settingArguments } from './settings.ts';
import { DATABASE } from './socket.ts';

/** Who may log in. The first line names the key that the passwords were made with. */
const hba = (
  key: string,
): string => `# Passwords of key ${createHash('sha256').update(key).digest('hex').slice(0, 16)}. Written by the server at its start.
local all postgres reject
local all all scram-sha-256
`;

/** For single-user mode, one a line. The owner may grant the server's role and cannot become another. */
const setUp = (key: string): string =>
  [
    ...[DATABASE, APP_ROLE].map(
      (role) =>
        `do $$ begin if not exists (select from pg_roles where rolname = '${role}') then create role ${role}; end if; end $$`,
    ),
    `alter role ${DATABASE} login createrole createdb password '${passwordOf(key, DATABASE)}'`,
    `alter role ${APP_ROLE} login nocreaterole nocreatedb password '${passwordOf(key, APP_ROLE)}'`,
    `grant ${APP_ROLE} to ${DATABASE} with admin option`,
  ]
    .map((line) => `${line}\n`)
    .join('');

/**
 * Makes sure that every login to the embedded server needs a password, made from a key in `dir`, and that the superuser
 * has none. Brings older folders, or one without its key, up to date before the start; one that is up to date costs two
 * small reads.
 * @returns the key.
 * @throws Error when the roles could not be made.
 */
export async function ensureAccess(dir: string, folder: string, binaries: Binaries, runAs: RunAs): Promise<string> {
  const key = await ensureKey(dir);
  const path = join(folder, 'pg_hba.conf');
  if ((await readFile(path, 'utf8').catch(() => '')) === hba(key)) return key;
  await removeStalePid(folder);
  await runAlone(folder, setUp(key), binaries, runAs);
  // Last, so that an interrupted run is repeated.
  await writeWhole(path, hba(key), runAs);
  return key;
}

async function runAlone(folder: string, statements: string, binaries: Binaries, runAs: RunAs): Promise<void> {
  const settings = settingArguments({
    exit_on_error: 'on',
    // Keeps statements with passwords out of the log.
    log_min_error_statement: 'panic',
    // 256 random bits need no stretching, which every connection would pay for.
    scram_iterations: '1',
  });
  const command = [...runAs.prefix, binaries.postgres, '--single', '-D', folder, ...settings, 'postgres'];
  const child = spawn(command[0] ?? '', command.slice(1), {
    env: ENVIRONMENT,
    stdio: ['pipe', 'ignore', 'pipe'],
    ...identity(runAs),
  });
  let output = '';
  child.stderr.on('data', (part: Buffer) => {
    output += part.toString();
  });
  // It may end before reading everything; its status shows that.
  child.stdin.on('error', () => {});
  child.stdin.end(statements);
  const status = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (status !== 0)
    throw new Error(
      `The roles of the embedded PostgreSQL could not be given their passwords: ${output.trim().split('\n').slice(-3).join(' / ')}`,
    );
}
