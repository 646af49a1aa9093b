import { sql, type Query } from '../../platform/db.ts';

export type SilenceReason = 'stopped' | 'closed';

const note = sql<never>(
  'mark.followed',
  `
  insert into market_observed (market_id, from_at, why) select id, $2, $3 from unnest($1::bigint[]) as id
  on conflict (market_id) do update set from_at = excluded.from_at, why = excluded.why`,
);

/** Records that markets are followed from a moment on; a gap in their marks that ends then states `why`. */
export async function noteFollowed(
  db: Query,
  marketIds: readonly string[],
  { why, atMs }: { readonly why: SilenceReason; readonly atMs: number },
): Promise<void> {
  if (marketIds.length > 0) await db.run(note, [marketIds, new Date(atMs), why]);
}
