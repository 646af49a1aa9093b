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

/** By what to find out whether a transaction was committed. */
export interface Evidence {
  readonly transaction: string;
  readonly trace: Trace;
}

const own = sql<{ id: string }>('ledger.transaction', 'select pg_current_xact_id() as id');

/** The transaction's id. After a crash another may get the same, if nothing of this one reached the disk. */
export const transactionOf = async (tx: Tx): Promise<string> => (await tx.run(own))[0]?.id ?? '';

const running = sql<never>(
  'ledger.isRunning',
  `
  select from pg_locks where locktype = 'transactionid' and transactionid = $1::xid8::xid and mode = 'ExclusiveLock' and granted`,
);
const posted = sql<object>(
  'ledger.wasPosted',
  `
  select from ledger_journal where cause_kind = $1 and cause_id = $2 and xmin = $3::xid8::xid
    and actor_kind = $4 and actor_id is not distinct from $5`,
);

/**
 * The evidence of a batch: its first journal, posted by this very transaction (another process may post the same
 * cause) for who asked for it (after a crash another's order may come to have the ids of both), or the trace of a plan
 * without journals. Not `pg_xact_status`: ids may be reused after a crash. Undefined without either.
 */
export function evidenceOf(
  steps: readonly { readonly journals: readonly Journal[]; readonly trace: Trace | undefined }[],
  transaction: string,
): Evidence | undefined {
  const first = steps.find(({ journals }) => journals.length > 0)?.journals[0];
  if (first) {
    const { cause, actor } = first;
    const by = actor.kind === 'clock' ? null : actor.id;
    return { transaction, trace: { statement: posted, values: [cause.kind, cause.id, transaction, actor.kind, by] } };
  }
  const trace = steps.find((step) => step.trace)?.trace;
  return trace && { transaction, trace };
}

/** True when this very transaction was committed, false when it never will be; undefined while it is still running. */
export async function wasCommitted(query: Query, { transaction, trace }: Evidence): Promise<boolean | undefined> {
  if ((await query.run(running, [transaction])).length > 0) return undefined;
  return (await query.run(trace.statement, trace.values)).length > 0;
}
