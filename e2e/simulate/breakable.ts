import { CommitUncertain, openDb, sql, type Db, type Tx } from '../../apps/server/src/platform/db.ts';

/**
 * How a connection breaks: before the n-th statement of a transaction; at a commit that took effect, its answer lost;
 * at a commit that did not.
 */
export type Break =
  | { readonly kind: 'cut'; readonly before: number }
  | { readonly kind: 'took-effect' }
  | { readonly kind: 'took-none' };

/** A connection that can be made to break in its next transaction. */
export interface Breakable {
  readonly db: Db;
  breakNext(how: Break): void;
  isWaiting(): boolean;
  heal(): void;
  close(): Promise<void>;
}

const becomeOwner = sql<never>('simulate.becomeOwner', 'set role none');
const cut = sql<never>('simulate.cut', 'select pg_terminate_backend(pg_backend_pid())');

export function breakable(url: string): Breakable {
  const connection = openDb(url, { connections: 1 });
  let next: Break | undefined;

  // The rest of the transaction is never sent.
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
