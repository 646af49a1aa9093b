import { connected, type Client } from '../../apps/server/src/platform/connection.ts';
import { parameter } from '../../apps/server/src/platform/db-parameter.ts';
import type { Query } from '../../apps/server/src/platform/db.ts';

/** Whatever a database is set to, what is copied out of it reads the same everywhere. */
const PLAINLY = `set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set bytea_output = 'hex'; set extra_float_digits = 1;
  set synchronize_seqscans = off; set idle_in_transaction_session_timeout = 0; set statement_timeout = 0`;

/** The connection as the server's own statements are run. */
export const queryOn = (client: Client): Query => ({
  run: async <Row>({ text }: { readonly text: string }, values: readonly unknown[] = []) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a statement names the rows it answers, as in db.ts
    (await client.query({ text, values: values.map(parameter) })).rows as Row[],
});

/** Runs `work` in one transaction of its own connection, as the role that owns the database. */
export const inTransaction = <T>(url: string, begin: string, work: (client: Client) => Promise<T>): Promise<T> =>
  connected(url, async (client) => {
    await client.query(PLAINLY);
    await client.query(begin);
    const done = await work(client);
    await client.query('commit');
    return done;
  });

/** A name as SQL has it. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
