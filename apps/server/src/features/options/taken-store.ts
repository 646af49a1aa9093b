import { DIRECTION } from '@plimsoll/contract';
import { format } from '@plimsoll/money';
import { sql, type Query, type Tx } from '../../platform/db.ts';
import type { PlacedOption } from './order.ts';

/** The moment and the market an option was asked for at. */
export type Beginning = Pick<PlacedOption, 'marketId' | 'placedAtMs' | 'freshMs' | 'lineDelayMs' | 'termsVersion'>;

// The same conditions as option_order_taken in the database, asked beforehand so that they are a refusal and not a
// failure.
const beginnings = sql<{ place: string; placed_at: Date }>(
  'option.beginnings',
  `
  select b.place, p.placed_at
  from unnest($1::bigint[], $2::timestamptz[], $3::int[], $4::int[], $5::int[])
    with ordinality as b (market_id, asked_at, fresh_ms, delay_ms, version, place)
  join mark_head h on h.market_id = b.market_id
  join option_terms_version v on v.version = b.version
  cross join lateral (select greatest(b.asked_at, h.time) as placed_at) p
  where v.at <= p.placed_at + interval '2 seconds'
    and not exists (select from option_terms_version n where n.version = b.version + 1 and n.at < p.placed_at - interval '2 seconds')
    and h.complete_to < p.placed_at + b.delay_ms * interval '1 millisecond'
    and exists (select from mark k where k.market_id = b.market_id and not k.held and k.time >= p.placed_at - b.fresh_ms * interval '1 millisecond')`,
);

/**
 * When each of these is accepted, by index: when it was asked for, or at the last mark on the tape, should that be
 * later by another process's clock: nobody has a lead over the tape. Left out are those on a market whose last mark is
 * not fresh, and those on terms that no longer hold, of which this process has not heard.
 */
export async function findBeginnings(query: Query, all: readonly Beginning[]): Promise<Map<number, number>> {
  const rows = await query.run(beginnings, [
    all.map((each) => each.marketId),
    all.map((each) => new Date(each.placedAtMs)),
    all.map((each) => each.freshMs),
    all.map((each) => each.lineDelayMs),
    all.map((each) => each.termsVersion),
  ]);
  return new Map(rows.map(({ place, placed_at }) => [Number(place) - 1, placed_at.getTime()]));
}

const insertAll = sql<never>(
  'option.insertTaken',
  `
  insert into option_order (id, member_id, market_id, direction, stake, decimals, terms_version, seconds, rate, winnings, fresh_ms, placed_at,
    line_delay_ms, line_within_ms, next_within_ms, rules)
  select t.*, 2 from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::smallint[], $5::numeric[], $6::smallint[], $7::int[], $8::int[], $9::numeric[],
    $10::numeric[], $11::int[], $12::timestamptz[], $13::int[], $14::int[], $15::int[]) t`,
);

/** Writes options that were just placed, open and without a line. */
export async function insertTaken(tx: Tx, options: readonly PlacedOption[]): Promise<void> {
  await tx.run(insertAll, [
    options.map((option) => option.id),
    options.map((option) => option.memberId),
    options.map((option) => option.marketId),
    options.map((option) => DIRECTION[option.direction]),
    options.map((option) => format(option.stake)),
    options.map((option) => option.decimals),
    options.map((option) => option.termsVersion),
    options.map((option) => option.seconds),
    options.map((option) => format(option.rate)),
    options.map((option) => format(option.winnings)),
    options.map((option) => option.freshMs),
    options.map((option) => new Date(option.placedAtMs)),
    options.map((option) => option.lineDelayMs),
    options.map((option) => option.lineWithinMs),
    options.map((option) => option.nextWithinMs),
  ]);
}
