import { sql, type Query } from '../platform/db.ts';

const known = sql<{ cause_id: string }>('ledger.knownCauses', 'select cause_id from ledger_journal where cause_kind = $1 and cause_id = any($2)');

/** Which of these causes were posted already. */
export async function postedCauses(query: Query, kind: string, ids: readonly string[]): Promise<Set<string>> {
  return new Set((await query.run(known, [kind, ids])).map((row) => row.cause_id));
}

const wait = sql<never>('ledger.wait', 'select ledger_wait()');

/** True when a cause was posted, by a caller too that was cut off at its commit: waits until no posting is under way. */
export async function wasPosted(query: Query, cause: { readonly kind: string; readonly id: string }): Promise<boolean> {
  await query.run(wait);
  return (await postedCauses(query, cause.kind, [cause.id])).size > 0;
}
