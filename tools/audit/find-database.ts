import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../../apps/server/src/config.ts';
import { openDb, type Db } from '../../apps/server/src/platform/db.ts';
import { findRunning, FolderInUse, startPostgres } from '../../apps/server/src/platform/postgres/index.ts';

/** Time for a server that is starting or stopping. */
const PATIENCE_MS = 20_000;
const PAUSE_MS = 200;

interface Database {
  /** Connection string of the server's role, for reading. */
  readonly url: string;
  /** Of the database's owner; undefined where no variable gives it. */
  readonly ownerUrl: string | undefined;
  readonly close: () => Promise<void>;
}

/** The database of `DATABASE_URL`; or the one of a running server; or the embedded one, started for this. */
export async function findDatabase({
  databaseUrl,
  migrateDatabaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'migrateDatabaseUrl' | 'dataDir'>): Promise<Database> {
  if (databaseUrl !== undefined) return { url: databaseUrl, ownerUrl: migrateDatabaseUrl, close: async () => {} };
  for (let waitedMs = 0; ; waitedMs += PAUSE_MS) {
    const running = await findRunning(dataDir);
    if (running !== undefined) return { url: running.appUrl, ownerUrl: running.url, close: async () => {} };
    try {
      const started = await startPostgres({ dir: dataDir, mustExist: true });
      return { url: started.appUrl, ownerUrl: started.url, close: () => started.stop() };
    } catch (error) {
      if (!(error instanceof FolderInUse) || waitedMs >= PATIENCE_MS) throw error;
      await delay(PAUSE_MS);
    }
  }
}

/** Runs `look` on the database that {@link findDatabase} finds, and leaves it as it was. */
export async function onDatabase<T>(config: Config, look: (db: Db) => Promise<T>): Promise<T> {
  const database = await findDatabase(config);
  try {
    const db = openDb(database.url, { connections: 1, statementMs: 0 });
    try {
      return await look(db);
    } finally {
      await db.close();
    }
  } finally {
    await database.close();
  }
}
