import { sql, type Query } from '../../platform/db.ts';

/** Why a market was not listened to before: no process ran the feed, or the market was disabled. */
export type SilenceReason = 'stopped' | 'closed';

const note = sql<never>(
  'mark.heard',
  `
  insert into market_observed (market_id, from_at, why) select id, $2, $3 from unnest($1::bigint[]) as id
  on conflict (market_id) do update set from_at = excluded.from_at, why = excluded.why`,
);

/**
 * Notes that these markets are listened to from a moment on, so that a gap in their marks that ends then says why it
 * was there.
 */
export async function noteHeard(
  db: Query,
  marketIds: readonly string[],
  { why, atMs }: { readonly why: SilenceReason; readonly atMs: number },
): Promise<void> {
  if (marketIds.length > 0) await db.run(note, [marketIds, new Date(atMs), why]);
}
