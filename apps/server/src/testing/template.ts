import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { connected } from '../platform/connection.ts';
import { APP_ROLE } from '../platform/db.ts';
import { MIGRATIONS, migrate } from '../platform/migrate.ts';

const PREFIX = 'plimsoll_template_';
/** Held while templates are made by several runs. */
const LOCK = 7_209_331_106;

/** The same connection string for another database. */
export function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

/**
 * Removes a database and its connections. Not `with (force)`, which fails on an autovacuum worker unless the owner is a
 * superuser; without it PostgreSQL ends such a worker.
 */
export async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename in (current_user, $2)',
    [name, APP_ROLE],
  );
  await client.query(`drop database if exists ${name}`);
}

/**
 * Makes a migrated database named by its migrations, and removes older ones.
 * @returns its name, to clone from.
 */
export const ensureTemplate = (url: string): Promise<string> =>
  connected(url, async (client) => {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    const name = PREFIX + (await hashOfMigrations());
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [PREFIX],
    );
    for (const { datname } of rows) if (datname !== name) await dropDatabase(client, datname);
    if (rows.some(({ datname }) => datname === name)) return name;
    // Renamed when complete: an interrupted run leaves no half template.
    await client.query(`create database ${name}_new template template0`);
    await migrate(withDatabase(url, `${name}_new`));
    await client.query(`alter database ${name}_new rename to ${name}`);
    return name;
  });

/** Names the migrations that a template has. */
export async function hashOfMigrations(): Promise<string> {
  const hash = createHash('sha256');
  for (const name of (await readdir(MIGRATIONS)).sort())
    hash.update(`${name}\n`).update(await readFile(join(MIGRATIONS, name)));
  return hash.digest('hex').slice(0, 16);
}
