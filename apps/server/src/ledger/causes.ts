import { sql, type Query, type Tx } from '../platform/db.ts';
import type { Trace } from './command.ts';
import type { Journal } from './journal.ts';

const known = sql<{ cause_id: string }>(
  'ledger.knownCauses',
  'select cause_id from ledger_journal where cause_kind = $1 and cause_id = any($2)',
);

/** Which of these causes were posted already. */
export async function postedCauses(query: Query, kind: string, ids: readonly string[]): Promise<Set<string>> {
  return new Set((await query.run(known, [kind, ids])).map((row) => row.cause_id));
}

/** A transaction, and what tells whether it was committed: a cause that it posts, or rows that it writes. */
export type Posting = { readonly transaction: string } & (
  | { readonly cause: Journal['cause'] }
  | { readonly trace: Trace }
);

const own = sql<{ id: string }>('ledger.transaction', 'select pg_current_xact_id() as id');

/**
 * The number of a transaction. After a crash of the database another may get it, if nothing of this one reached the
 * disk.
 */
export const transactionOf = async (tx: Tx): Promise<string> => (await tx.run(own))[0]?.id ?? '';

const running = sql<never>(
  'ledger.isRunning',
  `
  select from pg_locks where locktype = 'transactionid' and transactionid = $1::xid8::xid and mode = 'ExclusiveLock' and granted`,
);
const posted = sql<never>(
  'ledger.wasPosted',
  `
  select from ledger_journal where cause_kind = $1 and cause_id = $2 and xmin = $3::xid8::xid`,
);

/**
 * True when this very transaction was committed, false when it never will be; undefined while it is still at work, as
 * one may be that was cut off from its caller.
 */
export async function wasPosted(query: Query, posting: Posting): Promise<boolean | undefined> {
  const { transaction } = posting;
  if ((await query.run(running, [transaction])).length > 0) return undefined;
  if ('trace' in posting) return (await query.run(posting.trace.statement, posting.trace.values)).length > 0;
  return (await query.run(posted, [posting.cause.kind, posting.cause.id, transaction])).length > 0;
}
