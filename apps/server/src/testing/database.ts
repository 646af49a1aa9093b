import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { connected } from '../platform/connection.ts';
import { openDb, type Db } from '../platform/db.ts';
import { dropDatabase, withDatabase } from './template.ts';

/** Where test databases are made. */
interface DatabaseServer {
  readonly url: string;
  readonly appUrl: string;
  /** The migrated database that is copied. */
  readonly template: string;
  /** Its files are in memory, where copying them costs less than writing all they hold into a log. */
  readonly isInMemory?: boolean;
}

const given: { server?: DatabaseServer } = {};

/** Has a program that is no test make its databases here. */
export function makeDatabasesAt(server: DatabaseServer): void {
  given.server = server;
}

export interface TestDatabase {
  readonly name: string;

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

/** Removes a database that was left by {@link TestDatabase}. */
export const dropTestDatabase = (name: string): Promise<void> =>
  connected(serverOfTests().url, (client) => dropDatabase(client, name));

const serverOfTests = (): DatabaseServer => given.server ?? inject('databaseServer');

/**
 * A migrated, empty database for a test file, or a copy of a `template` to which nothing is connected. Call `drop` in
 * `afterAll`.
 */
export async function testDatabase(template?: string): Promise<TestDatabase> {
  const server = serverOfTests();
  const name = `test_${randomBytes(8).toString('hex')}`;
  const how = server.isInMemory ? ' strategy file_copy' : '';
  await connected(server.url, (client) =>
    client.query(`create database ${name} template ${template ?? server.template}${how}`),
  );
  const url = withDatabase(server.url, name);
  const appUrl = withDatabase(server.appUrl, name);
  const db = openDb(url);
  return {
    name,
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
