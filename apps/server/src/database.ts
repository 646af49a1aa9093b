import type { Config } from './config.ts';
import { systemClock, type Clock } from './platform/clock.ts';
import { connected } from './platform/connection.ts';
import { openPulse, type DatabasePulse } from './platform/database-pulse.ts';
import { loginOf, openDb, type Db, type Login } from './platform/db.ts';
import { checkDurability } from './platform/durability.ts';
import type { Log } from './platform/log.ts';
import { requireHarmlessLogin } from './platform/login-role.ts';
import { migrate, requireMigrated } from './platform/migrate.ts';
import { startPostgres, type PostgresEvent } from './platform/postgres/index.ts';
import { requireSessions } from './platform/session-probe.ts';

export interface Database {
  /** As the role that cannot change the journal. */
  readonly db: Db;
  /** Connection string of that role, which owns nothing. */
  readonly url: string;
  /** Whether it answers; refuses on behalf of pools while it does not. */
  readonly pulse: DatabasePulse;
  /** Closes the pool, then the embedded server. */
  close(): Promise<void>;
}

/** Append-only tables, written by functions of the owner (RULES 1, RULES 2): the server's login may change no row. */
const HISTORY = [
  'ledger_account',
  'ledger_batch',
  'log_head',
  'log_batch',
  'log_key',
  'option_settings_version',
  'market_version',
  'ledger_journal',
  'ledger_transfer',
  'ledger_hold',
  'ledger_head',
  'operator_audit',
  'operator_audit_head',
  'tick',
  'tape_head',
  'mark',
  'mark_head',
];

interface Found {
  readonly url: string;
  /** As the owner; none where migrations run separately. */
  readonly ownerUrl?: string;
  stop(): Promise<void>;
}

/**
 * Opens the database of `DATABASE_URL`, or the embedded one, checked and migrated by its owner.
 * @throws Error when it is unavailable or without durable commits, a migration failed or is missing, or the server's
 * login could change history.
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'migrateDatabaseUrl' | 'dataDir'>,
  log: Log,
  clock: Clock = systemClock,
): Promise<Database> {
  const server = await findDatabase(config, log);
  const { url, ownerUrl } = server;
  const opened: { close(): Promise<void> }[] = [];
  try {
    await checkDurability(ownerUrl ?? url);
    if (ownerUrl === undefined) await connected(url, requireMigrated);
    else await bringUpToDate(ownerUrl, loginOf(url), log);
    await requireOwnSessions(url);
    const pulse = openPulse(url, clock, log);
    opened.push({ close: () => pulse.stop() });
    const db = openDb(url, { gate: pulse });
    opened.push(db);
    await requireHarmlessLogin(db, HISTORY);
    return {
      db,
      url,
      pulse,
      async close() {
        for (const each of opened.splice(0).reverse()) await each.close();
        await server.stop();
      },
    };
  } catch (error) {
    for (const each of opened.reverse()) await each.close();
    await server.stop();
    throw error;
  }
}

async function requireOwnSessions(url: string): Promise<void> {
  const pair = [openDb(url, { connections: 1 }), openDb(url, { connections: 1 })] as const;
  try {
    await requireSessions(...pair);
  } finally {
    for (const each of pair) await each.close();
  }
}

async function findDatabase(
  { databaseUrl, migrateDatabaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'migrateDatabaseUrl' | 'dataDir'>,
  log: Log,
): Promise<Found> {
  if (databaseUrl !== undefined)
    return {
      url: databaseUrl,
      ...(migrateDatabaseUrl === undefined ? {} : { ownerUrl: migrateDatabaseUrl }),
      stop: async () => {},
    };
  const postgres = await startPostgres({ dir: dataDir, onEvent: (event) => report(event, log) });
  return { url: postgres.appUrl, ownerUrl: postgres.url, stop: () => postgres.stop() };
}

async function bringUpToDate(ownerUrl: string, login: Login, log: Log): Promise<void> {
  const migrations = await migrate(ownerUrl, undefined, {
    login,
    newer: (names) =>
      log.info({ migrations: names }, 'a newer version has brought the database up to date; this one works beside it'),
  });
  if (migrations.length > 0) log.info({ migrations }, 'database migrated');
}

function report(event: PostgresEvent, log: Log): void {
  switch (event.kind) {
    case 'died':
      return log.error({ how: event.detail }, 'embedded database exited, restarting');
    case 'restart_failed':
      return log.error({ why: event.detail }, 'embedded database restart failed, retrying');
    case 'restarted':
      return log.info({ afterMs: event.afterMs }, 'embedded database restarted');
  }
}
