import { seedCoins, seedMarkets } from '../../apps/server/src/market/index.ts';
import { openDb, type Db } from '../../apps/server/src/platform/db.ts';
import { migrate } from '../../apps/server/src/platform/migrate.ts';
import { startPostgres } from '../../apps/server/src/platform/postgres/index.ts';

/**
 * The house's embedded PostgreSQL with its own settings, but room for as many connections of pgbench as there are
 * members.
 */
export const ROOMY = { max_connections: '140' };

/** The house's embedded PostgreSQL with its tables, coins and markets, and nobody else on it. */
export interface OwnDatabase {
  readonly url: string;
  /** Works as the server does. */
  readonly db: Db;
  /** Works as the role that owns the tables. */
  readonly owner: Db;
}

/** Does `work` on a new database in `folder`, with the settings the server uses; all is ended afterwards. */
export async function onOwnDatabase<T>(folder: string, work: (database: OwnDatabase) => Promise<T>): Promise<T> {
  const postgres = await startPostgres({ dir: folder, settings: ROOMY });
  const opened: Db[] = [];
  try {
    await migrate(postgres.url);
    const db = openDb(postgres.url);
    const owner = openDb(postgres.url, { connections: 1, role: null });
    opened.push(db, owner);
    await seedCoins(db);
    await seedMarkets(db);
    return await work({ url: postgres.url, db, owner });
  } finally {
    for (const db of opened) await db.close();
    await postgres.stop();
  }
}
