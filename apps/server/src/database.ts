import type { Config } from './config.ts';
import { openDb, type Db } from './platform/db.ts';
import { checkDurability } from './platform/durability.ts';
import type { Log } from './platform/log.ts';
import { migrate } from './platform/migrate.ts';
import { startPostgres, type PostgresEvent } from './platform/postgres/index.ts';

export interface Database {
  /** Works as the role that cannot change the journal. */
  readonly db: Db;
  /** Connection string as the role that owns the database. */
  readonly url: string;
  /** Closes the pool, then the embedded server. */
  close(): Promise<void>;
}

/**
 * Opens the database of `DATABASE_URL`, or the embedded one in the data folder, checked and brought up to date.
 * @throws Error, in a sentence, when it cannot be had, loses what it acknowledged in a crash, or a migration fails.
 */
export async function openDatabase(config: Pick<Config, 'databaseUrl' | 'dataDir'>, log: Log): Promise<Database> {
  const server = config.databaseUrl === undefined
    ? await startPostgres({ dir: config.dataDir, onEvent: (event) => report(event, log) })
    : { url: config.databaseUrl, stop: async () => {} };
  try {
    await checkDurability(server.url);
    const migrations = await migrate(server.url, undefined, { newer: (names) => log.info({ migrations: names }, 'a newer version has brought the database up to date; this one works beside it') });
    if (migrations.length > 0) log.info({ migrations }, 'the database was brought up to date');
  } catch (error) {
    await server.stop();
    throw error;
  }
  const db = openDb(server.url);
  return {
    db,
    url: server.url,
    async close() {
      await db.close();
      await server.stop();
    },
  };
}

function report(event: PostgresEvent, log: Log): void {
  switch (event.kind) {
    case 'died': return log.error({ how: event.detail }, 'the embedded database ended and is being started again');
    case 'restart_failed': return log.error({ why: event.detail }, 'the embedded database did not start again yet');
    case 'restarted': return log.info({ afterMs: event.afterMs }, 'the embedded database is back');
  }
}
