import { DIRECTION } from '@plimsoll/contract';
import { format } from '@plimsoll/money';
import { sql, type Query, type Tx } from '../../platform/db.ts';
import type { TakenOption } from './order.ts';

/** The moment and the tick an option was asked for at. */
export type Beginning = Pick<TakenOption, 'marketId' | 'entrySeq' | 'placedAtMs' | 'freshMs' | 'seconds' | 'termsVersion'>;

// The same conditions as option_order_taken in the database, asked beforehand so that they are a refusal and not a failure.
const beginnings = sql<{ place: string; placed_at: Date }>('option.beginnings', `
  select b.place, p.placed_at
  from unnest($1::bigint[], $2::bigint[], $3::timestamptz[], $4::int[], $5::int[], $6::int[])
    with ordinality as b (market_id, seq, asked_at, fresh_ms, seconds, version, place)
  join tick e on e.market_id = b.market_id and e.seq = b.seq
  join tape_head h on h.market_id = b.market_id
  join option_terms_version v on v.version = b.version
  cross join lateral (select greatest(b.asked_at, e.receive_time) as placed_at) p
  where e.receive_time between p.placed_at - b.fresh_ms * interval '1 millisecond' and $7
    and v.at <= p.placed_at + interval '2 seconds'
    and not exists (select from option_terms_version n where n.version = b.version + 1 and n.at < p.placed_at - interval '2 seconds')
    and h.complete_to < p.placed_at + b.seconds * interval '1 second'
    and not exists (select from tick t where t.market_id = b.market_id and t.seq > b.seq and t.receive_time < p.placed_at)`);

/** The tape puts a tick that comes in the very millisecond it was marked whole into the next. */
const TAPE_AHEAD_MS = 1;

/**
 * When each of these really begins, by index: when it was asked for, or when the tape has its tick, which may be a moment later. Left out are
 * those that would not begin at the last fresh tick of their moment, because the clock was set back or another process heard more, and those
 * on terms that no longer hold, of which this process has not heard.
 */
export async function findBeginnings(query: Query, all: readonly Beginning[], nowMs: number): Promise<Map<number, number>> {
  const rows = await query.run(beginnings, [
    all.map((each) => each.marketId),
    all.map((each) => each.entrySeq),
    all.map((each) => new Date(each.placedAtMs)),
    all.map((each) => each.freshMs),
    all.map((each) => each.seconds),
    all.map((each) => each.termsVersion),
    new Date(nowMs + TAPE_AHEAD_MS),
  ]);
  return new Map(rows.map(({ place, placed_at }) => [Number(place) - 1, placed_at.getTime()]));
}

const insertAll = sql<never>('option.insertTaken', `
  insert into option_order (id, member_id, market_id, direction, stake, decimals, terms_version, seconds, rate, winnings, fresh_ms, entry_seq, entry_price, placed_at, expires_at)
  select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::smallint[], $5::numeric[], $6::smallint[], $7::int[], $8::int[], $9::numeric[],
    $10::numeric[], $11::int[], $12::bigint[], $13::numeric[], $14::timestamptz[], $15::timestamptz[])`);

/** Writes options that were just taken, open. */
export async function insertTaken(tx: Tx, options: readonly TakenOption[]): Promise<void> {
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
    options.map((option) => option.entrySeq),
    options.map((option) => format(option.entryPrice)),
    options.map((option) => new Date(option.placedAtMs)),
    options.map((option) => new Date(option.expiresAtMs)),
  ]);
}
