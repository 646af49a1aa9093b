import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { connected } from '../../apps/server/src/platform/connection.ts';
import { FolderInUse, startPostgres } from '../../apps/server/src/platform/postgres/index.ts';
import { dropDatabase, ensureTemplate, withDatabase } from '../../apps/server/src/testing/template.ts';

const CACHE = fileURLToPath(new URL('../../.cache/', import.meta.url));
const MAX_FOLDERS = 8;
/** Power cuts are not simulated, so durability is traded for speed. */
const QUICK = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '100',
};

export interface SeedDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

export interface DatabaseServer {
  open(name: string): Promise<SeedDatabase>;
  stop(): Promise<void>;
}

/** Starts a PostgreSQL for seeds, whose folder is kept between runs. */
export async function startDatabaseServer(): Promise<DatabaseServer> {
  const server = await startKept('simulate');
  try {
    const template = await ensureTemplate(server.url);
    return {
      async open(name) {
        await connected(server.url, async (client) => {
          await dropDatabase(client, name);
          await client.query(`create database ${name} template ${template}`);
        });
        return {
          url: withDatabase(server.url, name),
          drop: () => connected(server.url, (client) => dropDatabase(client, name)),
        };
      },
      stop: () => server.stop(),
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Starts a PostgreSQL in the first folder of this name that no other run uses; the folder is kept. */
export async function startKept(name: string, number = 1): ReturnType<typeof startPostgres> {
  await mkdir(CACHE, { recursive: true });
  try {
    return await startPostgres({ dir: `${CACHE}${name}-postgres-${number}`, settings: QUICK });
  } catch (error) {
    if (number === MAX_FOLDERS || !(error instanceof FolderInUse)) throw error;
    return startKept(name, number + 1);
  }
}
