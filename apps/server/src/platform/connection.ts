import pg from 'pg';
import { CONNECTING } from './db-session.ts';

/** One connection, outside the pool. */
export type Client = pg.Client;

/**
 * Runs `work` on a connection outside the pool, closed afterwards.
 * @throws whatever connecting or `work` throws; a connection that breaks fails the query under way.
 */
export async function connected<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  options: pg.ClientConfig = {},
): Promise<T> {
  const client = new pg.Client({ ...CONNECTING, ...options, connectionString: url });
  // Without a listener a connection that breaks would end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
