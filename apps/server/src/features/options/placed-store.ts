import { atMs, id, int } from '../../platform/db-columns.ts';
import { rowsOf } from '../../platform/db-rows.ts';
import { sql, type Query, type Tx } from '../../platform/db.ts';
import { AGREED } from './columns.ts';
import type { PlacedOption } from './order.ts';

export type Beginning = Pick<PlacedOption, 'marketId' | 'placedAtMs' | 'freshMs' | 'lineDelayMs' | 'termsVersion'>;

const BEGINNINGS = rowsOf({
  marketId: id('market'),
  placedAtMs: atMs.named('asked_at'),
  freshMs: int,
  lineDelayMs: int.named('delay_ms'),
  termsVersion: int.named('version'),
});
// The conditions of the trigger option_order_placed, checked first so that the answer is a refusal.
const beginnings = sql<{ place: string; placed_at: Date }>(
  'option.beginnings',
  `
  select b.place, p.placed_at
  from ${BEGINNINGS.unnestPlaced('b', 1)}
  join mark_head h on h.market_id = b.market_id
  join option_terms_version v on v.version = b.version
  cross join lateral (select greatest(b.asked_at, h.time) as placed_at) p
  where v.at <= p.placed_at + interval '2 seconds'
    and not exists (
      select from option_terms_version n where n.version = b.version + 1 and n.at < p.placed_at - interval '2 seconds')
    and h.complete_to < p.placed_at + b.delay_ms * interval '1 millisecond'
    and exists (
      select from mark k where k.market_id = b.market_id and not k.held
        and k.time >= p.placed_at - b.fresh_ms * interval '1 millisecond')`,
);

const stay = sql<never>('option.marksStay', 'select option_marks_stay($1)');
/** Keeps the tapes of marks of these markets as they are until the transaction ends. */
export async function marksStay(tx: Tx, marketIds: readonly string[]): Promise<void> {
  await tx.run(stay, [[...new Set(marketIds)]]);
}

/**
 * When each of these is accepted, by index: when it was asked for, or at the last mark of the tape if that is later.
 * Omits options on a market without a fresh mark, and on replaced terms.
 */
export async function findBeginnings(query: Query, all: readonly Beginning[]): Promise<Map<number, number>> {
  const rows = await query.run(beginnings, BEGINNINGS.arrays(all));
  return new Map(rows.map(({ place, placed_at }) => [Number(place) - 1, placed_at.getTime()]));
}

const PLACED = rowsOf({ ...AGREED, lineDelayMs: int, lineWithinMs: int, nextWithinMs: int });
const insertAll = sql<never>(
  'option.insertPlaced',
  `insert into option_order (${PLACED.columns}, rules) select t.*, 2 from ${PLACED.unnest('t', 1)}`,
);

/** Writes new options, open and without a line. */
export async function insertPlaced(tx: Tx, options: readonly PlacedOption[]): Promise<void> {
  await tx.run(insertAll, PLACED.arrays(options));
}
