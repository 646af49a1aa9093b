import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { connected } from '../platform/connection.ts';
import { openDb, type Db } from '../platform/db.ts';
import { dropDatabase, withDatabase } from './template.ts';

export interface TestDatabase {
  /** Works as the role that cannot change the journal. */
  readonly db: Db;
  /** Connection string of the owner. */
  readonly url: string;
  /** Connection string of the server's role, which owns nothing. */
  readonly appUrl: string;
  /** The variables of a server on this database. */
  readonly env: { readonly DATABASE_URL: string; readonly MIGRATE_DATABASE_URL: string };
  /** Closes `db` and removes the database. */
  readonly drop: () => Promise<void>;
}

/** A migrated, empty database for a test file. Call `drop` in `afterAll`. */
export async function testDatabase(): Promise<TestDatabase> {
  const server = inject('databaseServer');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await connected(server.url, (client) => client.query(`create database ${name} template ${server.template}`));
  const url = withDatabase(server.url, name);
  const appUrl = withDatabase(server.appUrl, name);
  const db = openDb(url);
  return {
    db,
    url,
    appUrl,
    env: { DATABASE_URL: appUrl, MIGRATE_DATABASE_URL: url },
    async drop() {
      await db.close();
      await connected(server.url, (client) => dropDatabase(client, name));
    },
  };
}
