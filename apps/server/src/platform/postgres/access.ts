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

/** Who may log in. The first line tells whether the passwords in the database are those of this key. */
const hba = (
  key: string,
): string => `# Passwords of key ${createHash('sha256').update(key).digest('hex').slice(0, 16)}. Written by the server at its start.
local all postgres reject
local all all scram-sha-256
`;

/**
 * Statements for PostgreSQL alone with its data, one a line. The owner may give the server's role to other logins, and
 * is none it can become.
 */
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
 * Sees to it that nobody logs in to the embedded server without a password: its owner and the role the server works as
 * have one each, made of a key in `dir`, and the superuser none. A folder from before that, or one that came without
 * its key, is brought there before PostgreSQL is started; nothing in it is lost, and one that is there already costs
 * two small reads.
 * @returns the key.
 * @throws Error, in a sentence, when the roles could not be made.
 */
export async function ensureAccess(dir: string, folder: string, binaries: Binaries, runAs: RunAs): Promise<string> {
  const key = await ensureKey(dir);
  const path = join(folder, 'pg_hba.conf');
  if ((await readFile(path, 'utf8').catch(() => '')) === hba(key)) return key;
  await removeStalePid(folder);
  await runAlone(folder, setUp(key), binaries, runAs);
  // Last: what is cut short before this is done again.
  await writeWhole(path, hba(key), runAs);
  return key;
}

/** Runs statements on a PostgreSQL that nobody can connect to. */
async function runAlone(folder: string, statements: string, binaries: Binaries, runAs: RunAs): Promise<void> {
  const settings = settingArguments({
    exit_on_error: 'on',
    // A statement with a password in it is in no log.
    log_min_error_statement: 'panic',
    // There is nothing to stretch in 256 random bits, and every connection would pay for it.
    scram_iterations: '1',
  });
  const command = [...runAs.prefix, binaries.postgres, '--single', '-D', folder, ...settings, 'postgres'];
  const child = spawn(command[0] ?? '', command.slice(1), {
    env: ENVIRONMENT,
    stdio: ['pipe', 'ignore', 'pipe'],
    ...identity(runAs),
  });
  let said = '';
  child.stderr.on('data', (part: Buffer) => {
    said += part.toString();
  });
  // It may end before it has read everything, and its status says so.
  child.stdin.on('error', () => {});
  child.stdin.end(statements);
  const status = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (status !== 0)
    throw new Error(
      `The roles of the embedded PostgreSQL could not be given their passwords: ${said.trim().split('\n').slice(-3).join(' / ')}`,
    );
}
