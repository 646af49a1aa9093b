import { Socket } from 'node:net';
import pg from 'pg';
import { closedInTime } from './close-in-time.ts';
import type { DatabaseSilent } from './database-silent.ts';
import { parameter } from './db-parameter.ts';
import { beginSession, connectingWithin } from './db-session.ts';

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
  /** 1, and more each time that it is tried again because it lost a race. */
  readonly tries: number;
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
  /** Why nothing is sent to the database now; undefined when it answers, or nobody watches. */
  silent(): DatabaseSilent | undefined;
  /** Calls `listener` each time the database falls silent, when what was under way has been given up. */
  onSilent(listener: () => void): void;
  close(): Promise<void>;
}

/** Watches whether a database answers (`database-pulse.ts`). */
export type Gate = Pick<Db, 'silent' | 'onSilent'>;

/** The server's role: it cannot change the journal, nor write a balance except through the ledger's function. */
export const APP_ROLE = 'plimsoll_app';

/** The connection broke during the commit: the transaction may or may not have happened. */
export class CommitUncertain extends Error {}

class NotToBeKept extends Error {}

/** Runs `work` in a transaction that is rolled back whatever it did, and answers what it came to. */
export async function rolledBack<T>(db: Pick<Db, 'transaction'>, work: (tx: Tx) => Promise<T>): Promise<T> {
  const found: { readonly value: T }[] = [];
  const end = new NotToBeKept();
  await db
    .transaction(async (tx) => {
      found.push({ value: await work(tx) });
      throw end;
    })
    .catch((error: unknown) => {
      if (error !== end) throw error;
    });
  const last = found.at(-1);
  if (!last) throw new Error('a transaction came to nothing');
  return last.value;
}

class RolledBack extends Error {}

/** The third hides a lost race whose own answer came no sooner: statements behind it fail with this. */
const LOST_RACE = new Set(['40001', '40P01', '25P02']);
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

/**
 * A failure that is not PostgreSQL's decision (the connection broke, no answer came in time, the server was ending) is
 * uncertain: the answer kept under the idempotency key says later what became of it.
 */
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

/**
 * How long a caller waits for a statement. Members' take milliseconds and reports a second or two: what takes longer is
 * lost, or waits for a lock that nobody releases.
 */
const STATEMENT_WITHIN_MS = 30_000;

interface OpenOptions {
  readonly connections?: number;
  /** Null: works as its login. */
  readonly role?: string | null;
  /** How long a caller waits for a statement; 0: as long as it takes. Default: 30 s, as an owner 0. */
  readonly statementMs?: number;
  /** Refuses at once while the database is silent, and gives up what is under way. */
  readonly gate?: Gate;
}

/**
 * Opens a pool that works as {@link APP_ROLE} unless `role` says otherwise; each new connection is checked for that. A
 * statement that is not answered in time fails, and its connection is given up.
 */
export function openDb(
  url: string,
  { connections = 8, role = APP_ROLE, statementMs = role === null ? 0 : STATEMENT_WITHIN_MS, gate }: OpenOptions = {},
): Db {
  const sockets = socketsOf(gate);
  const pool = openPool(url, { connections, role, statementMs, stream: sockets.open });
  const refuseWhileSilent = (): void => {
    const silent = gate?.silent();
    if (silent) throw silent;
  };

  async function transaction<T>(begin: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      refuseWhileSilent();
      try {
        return await runOnce(await pool.connect(), { begin, tries }, work);
      } catch (error) {
        if (!LOST_RACE.has(errorCode(error) ?? '') || tries === MAX_ATTEMPTS) throw error;
      }
    }
  }

  return {
    async run(statement, values = []) {
      refuseWhileSilent();
      return runOn(pool, statement, values);
    },
    transaction: (work) => transaction('begin', work),
    snapshot: (work) => transaction('begin isolation level repeatable read read only', work),
    use: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    silent: () => gate?.silent(),
    onSilent: (listener) => gate?.onSilent(listener),
    close: () => closedInTime(pool.end(), sockets),
  };
}

interface PoolNeeds {
  readonly connections: number;
  readonly role: string | null;
  readonly statementMs: number;
  readonly stream: () => Socket;
}

function openPool(url: string, { connections, role, statementMs, stream }: PoolNeeds): pg.Pool {
  const pool = new pg.Pool({
    ...connectingWithin(statementMs),
    connectionString: url,
    max: connections,
    // Statements of one turn leave together: a round trip waits behind all other requests.
    pipeline: true,
    stream,
    ...(statementMs > 0 ? { query_timeout: statementMs } : {}),
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, as its types do not say
    onConnect: (client) => beginSession(client, { role, statementMs: statementMs || undefined }),
  });
  // A broken idle connection is replaced at its next use; without a listener it would end the process.
  pool.on('error', () => {});
  // When one breaks within a transaction, between two queries, the next query fails.
  pool.on('connect', (client) => {
    client.on('error', () => {});
  });
  return pool;
}

interface Sockets {
  readonly open: () => Socket;
  /** Breaks all. */
  readonly destroy: () => void;
}

/**
 * Sockets that break when the gate closes, those that are being opened too: what is under way fails now, instead of
 * when its time is over.
 */
function socketsOf(gate: Gate | undefined): Sockets {
  const open = new Set<Socket>();
  const destroy = (): void => {
    for (const socket of open) socket.destroy(gate?.silent());
  };
  gate?.onSilent(destroy);
  return {
    open() {
      const socket = new Socket();
      open.add(socket);
      socket.once('close', () => open.delete(socket));
      // For who waited for a connection when the gate closed.
      if (gate?.silent()) setImmediate(() => socket.destroy(gate.silent()));
      return socket;
    },
    destroy,
  };
}

interface Beginning {
  readonly begin: string;
  readonly tries: number;
}

async function runOnce<T>(
  client: pg.PoolClient,
  { begin, tries }: Beginning,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  let committing: Promise<void> | undefined;
  // Set when the connection may be in another transaction.
  let shut: string | undefined;
  try {
    // Not awaited: it fails only with the connection.
    const begun = client.query(begin);
    begun.catch(() => {});
    const tx: Tx = {
      [open]: true,
      tries,
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
