import { connected, type Client } from '../../apps/server/src/platform/connection.ts';
import { parameter } from '../../apps/server/src/platform/db-parameter.ts';
import type { Query } from '../../apps/server/src/platform/db.ts';

/** Makes copies independent of a database's settings. */
const PLAINLY = `set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set bytea_output = 'hex'; set extra_float_digits = 1;
  set synchronize_seqscans = off; set idle_in_transaction_session_timeout = 0; set statement_timeout = 0`;

/** Runs the server's statements on this connection. */
export const queryOn = (client: Client): Query => ({
  run: async <Row>({ text }: { readonly text: string }, values: readonly unknown[] = []) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a statement names the rows it answers, as in db.ts
    (await client.query({ text, values: values.map(parameter) })).rows as Row[],
});

/** Runs `work` in a transaction of its own connection, as the database's owner. */
export const inTransaction = <T>(url: string, begin: string, work: (client: Client) => Promise<T>): Promise<T> =>
  connected(url, async (client) => {
    await client.query(PLAINLY);
    await client.query(begin);
    const done = await work(client);
    await client.query('commit');
    return done;
  });

/** A name quoted for SQL. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
