import { type Client } from '../../apps/server/src/platform/connection.ts';
import type { Query } from '../../apps/server/src/platform/db.ts';
/** Runs the server's statements on this connection. */
export declare const queryOn: (client: Client) => Query;
/** Runs `work` in a transaction of its own connection, as the database's owner. */
export declare const inTransaction: <T>(url: string, begin: string, work: (client: Client) => Promise<T>) => Promise<T>;
/** A name quoted for SQL. */
export declare const quoted: (name: string) => string;
