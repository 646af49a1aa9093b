import { CommitUncertain, openDb, sql, type Db, type Tx } from '../../apps/server/src/platform/db.ts';

/**
 * How a connection breaks: cut before its n-th statement of a transaction; at the commit, which took effect though
 * nobody heard of it; at the commit, which did not.
 */
export type Break =
  | { readonly kind: 'cut'; readonly before: number }
  | { readonly kind: 'took-effect' }
  | { readonly kind: 'took-none' };

/** A connection that can be told to break in its next transaction. */
export interface Breakable {
  readonly db: Db;
  breakNext(how: Break): void;
  /** True while a break that was asked for has not come. */
  isWaiting(): boolean;
  heal(): void;
  close(): Promise<void>;
}

const becomeOwner = sql<never>('simulate.becomeOwner', 'set role none');
const cut = sql<never>('simulate.cut', 'select pg_terminate_backend(pg_backend_pid())');

/** A connection of its own for posting. */
export function breakable(url: string): Breakable {
  const connection = openDb(url, { connections: 1 });
  let next: Break | undefined;

  // In one piece with the statements around it, as they are sent: what comes behind it is never begun.
  const cutting = <T>(before: number, work: (tx: Tx) => Promise<T>): Promise<T> =>
    connection.transaction((tx) => {
      let statements = 0;
      return work({
        ...tx,
        run: (statement, values) => {
          statements += 1;
          if (statements === before) for (const each of [becomeOwner, cut]) tx.run(each).catch(() => {});
          return tx.run(statement, values);
        },
      });
    });

  const uncertain = (): never => {
    throw new CommitUncertain('cut at the commit');
  };

  return {
    db: {
      ...connection,
      transaction: <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
        const how = next;
        next = undefined;
        switch (how?.kind) {
          case undefined:
            return connection.transaction(work);
          case 'cut':
            return cutting(how.before, work);
          case 'took-effect':
            return connection.transaction(work).then(uncertain);
          case 'took-none':
            return connection.transaction(async (tx) => work({ ...tx, commit: () => {} }).then(uncertain));
        }
      },
    },
    breakNext: (how) => {
      next = how;
    },
    isWaiting: () => next !== undefined,
    heal: () => {
      next = undefined;
    },
    close: () => connection.close(),
  };
}
