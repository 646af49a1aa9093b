import pg from 'pg';
import { parameter } from './db-parameter.ts';
import { gatheringSocket } from './gathering-socket.ts';

/**
 * `numeric` and `bigint` are read as strings: ids are text inside the server, amounts go through `@plimsoll/money`.
 * Times are `Date`.
 */
export interface Statement<Row> {
  readonly name: string;
  readonly text: string;
  /** Never set: carries the row's type. */
  readonly row?: Row;
}

/** `name` is the prepared name, unique in the server (`spot.insertOrders`). */
export const sql = <Row>(name: string, text: string): Statement<Row> => ({ name, text });

export interface Query {
  run<Row>(statement: Statement<Row>, values?: readonly unknown[]): Promise<Row[]>;
}

const open = Symbol('open transaction');
/** An open transaction, required by all that must run inside one. */
export interface Tx extends Query {
  readonly [open]: true;
  /**
   * Sends the commit behind the statements sent so far, without awaiting them; it fails when one of them does. The
   * connection may begin another transaction at once; nothing may be run in this one.
   */
  commit(): void;
}

/** Connections open and idle, and callers waiting for one. */
export interface PoolUse {
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
}

export interface Db extends Query {
  /**
   * Runs `work` in one transaction: rolled back when it throws, run again after a serialisation failure or deadlock.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The same on a read-only snapshot (REPEATABLE READ), for the audit. */
  snapshot<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  use(): PoolUse;
  close(): Promise<void>;
}

/** The server's role: it cannot change the journal, nor write a balance except through the ledger's function. */
export const APP_ROLE = 'plimsoll_app';

/** The connection broke during the commit: the transaction may or may not have happened. */
export class CommitUncertain extends Error {}

class RolledBack extends Error {}

const LOST_RACE = new Set(['40001', '40P01']);
const MAX_ATTEMPTS = 10;

/** PostgreSQL's five-letter code of an error. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.code : undefined;

async function runOn<Row>(
  client: pg.Pool | pg.PoolClient,
  statement: Statement<Row>,
  values: readonly unknown[],
): Promise<Row[]> {
  const answer = await client.query({ name: statement.name, text: statement.text, values: values.map(parameter) });
  return answer.rows;
}

/** A failure that is not PostgreSQL's decision (the connection broke, the server was ending) is uncertain. */
async function commit(client: pg.PoolClient): Promise<void> {
  try {
    const { command } = await client.query('commit');
    if (command !== 'COMMIT') throw new RolledBack('a statement of the transaction had failed');
  } catch (error) {
    if (error instanceof RolledBack) throw error;
    if (!/^(?!57|08)/.test(errorCode(error) ?? '57'))
      throw new CommitUncertain('the connection broke at the commit', { cause: error });
    throw error;
  }
}

async function rollBack(client: pg.PoolClient): Promise<void> {
  await client.query('rollback').then(
    () => client.release(),
    (failure: Error) => client.release(failure),
  );
}

export interface Login {
  readonly name: string;
  readonly password?: string;
}

/** The login of a connection string. */
export function loginOf(url: string): Login {
  const { user = '', password } = new pg.Client({ connectionString: url });
  return { name: user, ...(typeof password === 'string' ? { password } : {}) };
}

/** Options that make a connection work as a role; none where its login is that role, since poolers drop options. */
export const workingAs = (url: string, role: string | null): { readonly options?: string } =>
  role === null || loginOf(url).name === role ? {} : { options: `-c role=${role}` };

/** Opens a pool that works as {@link APP_ROLE} unless `role` says otherwise. */
export function openDb(
  url: string,
  { connections = 8, role = APP_ROLE }: { connections?: number; role?: string | null } = {},
): Db {
  const pool = openPool(url, connections, role);

  async function transaction<T>(begin: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await runOnce(await pool.connect(), begin, work);
      } catch (error) {
        if (!LOST_RACE.has(errorCode(error) ?? '') || tries === MAX_ATTEMPTS) throw error;
      }
    }
  }

  return {
    run: (statement, values = []) => runOn(pool, statement, values),
    transaction: (work) => transaction('begin', work),
    snapshot: (work) => transaction('begin isolation level repeatable read read only', work),
    use: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  };
}

function openPool(url: string, connections: number, role: string | null): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    // Statements of one turn leave together: a round trip waits behind all other requests.
    pipeline: true,
    stream: gatheringSocket,
    ...workingAs(url, role),
  });
  // A broken idle connection is replaced at its next use; without a listener it would end the process.
  pool.on('error', () => {});
  // When one breaks within a transaction, between two queries, the next query fails.
  pool.on('connect', (client) => {
    client.on('error', () => {});
  });
  return pool;
}

async function runOnce<T>(client: pg.PoolClient, begin: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  let committing: Promise<void> | undefined;
  // Set when the connection may be in another transaction.
  let shut: string | undefined;
  try {
    // Not awaited: it fails only with the connection.
    const begun = client.query(begin);
    begun.catch(() => {});
    const tx: Tx = {
      [open]: true,
      run: (statement, values = []) => (shut ? Promise.reject(new Error(shut)) : runOn(client, statement, values)),
      commit: () => {
        shut = 'the commit was sent';
        committing = commit(client);
        committing.catch(() => {});
        // Its next statements are sent behind the commit.
        client.release();
      },
    };
    const result = await work(tx).finally(() => {
      shut ??= 'the transaction is over';
    });
    await begun;
    if (committing) {
      await committing;
    } else {
      await commit(client);
      client.release();
    }
    return result;
  } catch (error) {
    if (!committing) await rollBack(client);
    // An uncertain commit outweighs the error of a statement.
    else
      await committing.catch((failure: unknown) => {
        if (failure instanceof CommitUncertain) throw failure;
      });
    throw error;
  }
}
