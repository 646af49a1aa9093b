import type { Tx } from '../platform/db.ts';

/**
 * The order in which everything is locked that several commands lock, lower first and in every process: two batches that
 * lock the same in opposite orders wait for one another until PostgreSQL ends one (docs/LEDGER.md).
 */
export const LOCK_RANK = {
  /** Programs' keys. */
  keys: 1,
  members: 2,
  loans: 3,
  /** Limits and exposure of options. */
  options: 4,
  /** How many orders a member has open. */
  openOrders: 5,
  /** The dealer's limits, and books. */
  books: 6,
  orders: 7,
  /** A command's own rows. */
  records: 8,
} as const;
export type LockRank = (typeof LOCK_RANK)[keyof typeof LOCK_RANK];

/** What several commands lock: rows of one table, by names of its own. */
export interface SharedLock {
  readonly rank: LockRank;
  /** Locks them in one order until the transaction ends. */
  lock(tx: Tx, names: readonly string[]): Promise<unknown>;
}

/** What one command is going to lock of them. */
export interface SharedNames {
  readonly of: SharedLock;
  readonly names: readonly string[];
}

/** Locks what several commands of a batch are going to, by rank. */
export async function lockShared(tx: Tx, shared: readonly SharedNames[]): Promise<void> {
  const byLock = Map.groupBy(shared, ({ of }) => of);
  for (const [lock, each] of [...byLock].toSorted(([one], [other]) => one.rank - other.rank)) {
    const names = new Set(each.flatMap((some) => some.names));
    if (names.size > 0) await lock.lock(tx, [...names]);
  }
}
