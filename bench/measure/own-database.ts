import { seedCoins, seedMarkets } from '../../apps/server/src/market/index.ts';
import { openDb, type Db } from '../../apps/server/src/platform/db.ts';
import { migrate } from '../../apps/server/src/platform/migrate.ts';
import { startPostgres } from '../../apps/server/src/platform/postgres/index.ts';

/** PostgreSQL settings of the platform, with room for pgbench's connections. */
export const ROOMY = { max_connections: '140' };

/** An embedded PostgreSQL with the platform's tables, coins and markets, and no other users. */
export interface OwnDatabase {
  readonly url: string;
  /** Connected as the server's role. */
  readonly db: Db;
  /** Connected as the role that owns the tables. */
  readonly owner: Db;
}

/** Does `work` on a new database in `folder` with the server's settings; stops it afterwards. */
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
