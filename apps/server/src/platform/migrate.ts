import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator, type Migration, type MigrationProvider } from 'kysely/migration';
import pg from 'pg';
import { ensureAppRole } from './app-role.ts';
import { connected } from './connection.ts';

/** The server's own migrations: `0001_ledger.sql`, `0002_….sql`, run in this order. */
export const MIGRATIONS = fileURLToPath(new URL('../../migrations/', import.meta.url));

/** Any number, the same in every process. */
const LOCK = 7_209_331_105;

/** Reads numbered SQL files of a folder as migrations. */
const sqlFiles = (folder: string): MigrationProvider => ({
  async getMigrations() {
    const names = (await readdir(folder)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name));
    const all = await Promise.all(names.map(async (name): Promise<[string, Migration]> => {
      const text = await readFile(join(folder, name), 'utf8');
      return [name.slice(0, -'.sql'.length), { up: async (db) => { await sql.raw(text).execute(db); } }];
    }));
    return Object.fromEntries(all);
  },
});

/**
 * Brings a database up to date, as the role of the connection string, which owns it: makes sure of the role the server works as, then runs
 * each migration that has not run yet in a transaction of its own. Several processes may do this at once; one does it, the others wait.
 * @returns the names of the migrations that ran.
 * @throws Error naming the migration that failed; those before it stay.
 */
export const migrate = (url: string, folder: string = MIGRATIONS): Promise<string[]> =>
  connected(url, async (lock) => {
    await lock.query('select pg_advisory_lock($1)', [LOCK]);
    await ensureAppRole(lock);
    return runPending(url, folder);
  });

async function runPending(url: string, folder: string): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  // A connection that breaks fails its query; without listeners it would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => { client.on('error', () => {}); });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const migrator = new Migrator({ db, provider: sqlFiles(folder) });
  const ran: string[] = [];
  try {
    for (;;) {
      const { error, results = [] } = await migrator.migrateUp();
      const failed = results.find(({ status }) => status === 'Error');
      if (error !== undefined) {
        throw new Error(`Migration ${failed?.migrationName ?? ''} failed: ${(error as Error).message}`, { cause: error });
      }
      if (results.length === 0) return ran;
      ran.push(...results.map(({ migrationName }) => migrationName));
    }
  } finally {
    await db.destroy();
  }
}
