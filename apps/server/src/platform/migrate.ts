import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import pg from 'pg';
import { ensureAppRole } from './app-role.ts';
import { connected } from './connection.ts';
import type { Login } from './db.ts';
import { readMigrations, statementsOf, type MigrationFile } from './migration-files.ts';
import { noteApplied, readApplied, refuseUnfit, requireApplied } from './migrations-applied.ts';
import { messageOf, systemCode } from './system-error.ts';

/** The server's migrations: `0001_ledger.sql`, `0002_….sql`, in this order. */
export const MIGRATIONS = fileURLToPath(new URL('../../migrations/', import.meta.url));

/** Any number, the same in every process. */
const LOCK = 7_209_331_105;
const LOCK_EVERY_MS = 50;
/** A migration that waits for a table blocks later statements: after so long it lets them pass and tries again. */
const TABLE_WAIT_MS = 2_000;
const MAX_ATTEMPTS = 30;
const PAUSE_MS = 500;
/** Reads a whole table: left out of its migration's transaction, which may have locked the table against everybody. */
const VALIDATION = /^alter table [a-z_]+ validate constraint [a-z_]+;$/gm;
/** Constraints of existing rows that nobody has looked at, by statements that lock neither readers nor writers out. */
const UNVALIDATED = `
  select conname as name, format('alter table %s validate constraint %I', conrelid::regclass, conname) as statement
  from pg_constraint where connamespace = 'public'::regnamespace and not convalidated order by conrelid::regclass::text, conname`;
/** PostgreSQL's `lock_not_available`. */
const LOCK_NOT_AVAILABLE = '55P03';

interface MigrateOptions {
  /** The last migration to run; without, all. */
  readonly upTo?: string;
  /** Of a newer program, which this one may work with. */
  readonly newer?: (names: readonly string[]) => void;
  /** None where it is the role it works as. */
  readonly login?: Login;
}

/**
 * Brings a database up to date, as its owner: makes sure of the server's role, then runs each new migration in a
 * transaction of its own, and validates what it left to be validated. Of several processes one does it and the others
 * wait. Nobody waits for longer than two seconds behind a migration that waits for a table; what each locks then is in
 * docs/OPERATING.md, "How long an upgrade takes".
 * @returns the migrations that ran.
 * @throws Error naming the migration that failed (earlier ones stay); or, having written nothing, when one was changed
 * after it ran, or the database belongs to a newer program or a version before 0.2.
 */
export async function migrate(
  url: string,
  folder: string = MIGRATIONS,
  { upTo, newer, login }: MigrateOptions = {},
): Promise<string[]> {
  const files = (await readMigrations(folder)).filter(({ name }) => upTo === undefined || name <= upTo);
  return connected(url, async (lock) => {
    // Not in the database: a concurrent index build waits for every older statement.
    while (!(await isTaken(lock))) await delay(LOCK_EVERY_MS);
    const applied = await readApplied(lock);
    refuseUnfit(applied, files);
    await ensureAppRole(lock, login);
    const known = new Set(files.map(({ name }) => name));
    const unknown = [...applied.keys()].filter((name) => !known.has(name));
    if (unknown.length > 0) newer?.(unknown);
    const ran = files.every(({ name }) => applied.has(name)) ? [] : await runPending(url, lock, files);
    // Also what an interrupted start left.
    await validate(lock);
    await noteApplied(lock, files);
    return ran;
  });
}

/** Makes sure, as the server's role, that all migrations ran. Throws Error naming what is missing. */
export const requireMigrated = async (client: pg.Client): Promise<void> =>
  requireApplied(client, await readMigrations(MIGRATIONS));

async function isTaken(lock: pg.Client): Promise<boolean> {
  const {
    rows: [row],
  } = await lock.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCK]);
  return row?.taken === true;
}

/** @throws Error naming a constraint that existing rows do not keep; the migration that added it stays. */
async function validate(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; statement: string }>(UNVALIDATED);
  for (const { name, statement } of rows)
    await client.query(statement).catch((error: unknown) => {
      throw new Error(`Constraint ${name} is not kept by every row: ${messageOf(error)}`, { cause: error });
    });
}

async function runPending(url: string, lock: pg.Client, files: readonly MigrationFile[]): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  // Without listeners a connection that breaks would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
  });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const migrations = Object.fromEntries(
    files.map((file): [string, Migration] => [file.name, { up: (on) => runFile(on as Kysely<unknown>, file) }]),
  );
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const ran: string[] = [];
  try {
    for (let tries = 1; ;) {
      const next = (await migrator.getMigrations()).find(({ executedAt }) => executedAt === undefined);
      if (!next) return ran;
      const isOutside = files.some(({ name, isOutside: is }) => is && name === next.name);
      const { error } = await migrator.migrateUp({ disableTransactions: isOutside });
      if (error === undefined) {
        ran.push(next.name);
        tries = 1;
        await validate(lock);
      } else if (systemCode(error) === LOCK_NOT_AVAILABLE && tries < MAX_ATTEMPTS) {
        tries += 1;
        await delay(PAUSE_MS);
      } else {
        throw new Error(`Migration ${next.name} failed: ${messageOf(error)}`, { cause: error });
      }
    }
  } finally {
    await db.destroy();
  }
}

async function runFile(db: Kysely<unknown>, file: MigrationFile): Promise<void> {
  if (!file.isOutside) {
    await sql.raw(`set local lock_timeout = ${TABLE_WAIT_MS}`).execute(db);
    await sql.raw(file.text.replaceAll(VALIDATION, '')).execute(db);
    return;
  }
  for (const statement of statementsOf(file)) await sql.raw(statement).execute(db);
}
