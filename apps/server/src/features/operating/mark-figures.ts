import { OPTION_STATUS } from '@plimsoll/contract';
import { sql, type Query } from '../../platform/db.ts';

const SETTLED_MS = 3_600_000;
const GAPS_MS = 86_400_000;

export interface MarkFigures {
  readonly settled: Readonly<Record<string, number>>;
  /** Of those that were not void: what was staked, and what of it the platform kept; rounded. */
  readonly staked: number;
  readonly kept: number;
  /**
   * Of each enabled market with marks: seconds since its last mark that settles, and without one in the last 24 hours.
   */
  readonly markets: readonly { readonly market: string; readonly ageS: number; readonly gapS: number }[];
}

const settled = sql<{ outcome: string; n: number; staked: number; kept: number }>(
  'operating.settled',
  `
  select u.outcome, count(o.id)::int as n, coalesce(sum(o.stake), 0)::float8 as staked,
    coalesce(-sum(o.profit), 0)::float8 as kept
  from unnest('{win,lose,tie,void}'::text[]) as u (outcome)
  left join option_order o on o.status = ${OPTION_STATUS.settled} and o.settled_at > $1 and o.outcome = u.outcome
  group by u.outcome`,
);
// Only the part of a gap within the day counts, ended or not.
const marks = sql<{ market: string; age: string; gap: string }>(
  'operating.marks',
  `
  select n.symbol as market, extract(epoch from $1::timestamptz - k.time) as age,
    extract(epoch from coalesce((
      select sum(g.to_at - greatest(g.from_at, $2::timestamptz)) from mark_gap g where g.market_id = n.id and g.to_at > $2), '0')
      + case when k.time < $1::timestamptz - mark_gap_min() then $1::timestamptz - greatest(k.time, $2::timestamptz) else '0' end) as gap
  from market n
  cross join lateral (select time from mark where market_id = n.id and not held order by seq desc limit 1) k
  where n.enabled order by n.symbol`,
);

/** Counts settled options and missing marks up to a moment. */
export async function readMarkFigures(query: Query, nowMs: number): Promise<MarkFigures> {
  const ended = await query.run(settled, [new Date(nowMs - SETTLED_MS)]);
  const rows = await query.run(marks, [new Date(nowMs), new Date(nowMs - GAPS_MS)]);
  const decided = ended.filter(({ outcome }) => outcome !== 'void');
  return {
    staked: decided.reduce((sum, each) => sum + each.staked, 0),
    kept: decided.reduce((sum, each) => sum + each.kept, 0),
    settled: Object.fromEntries(ended.map(({ outcome, n }) => [outcome, n])),
    // not money: seconds; after a clock was set back a mark may be dated later
    markets: rows.map(({ market, age, gap }) => ({ market, ageS: Math.max(0, Number(age)), gapS: Number(gap) })),
  };
}

/** The share of void options among settled ones; undefined when none was settled. */
export function voidRatio({ settled: ended }: MarkFigures): number | undefined {
  const all = Object.values(ended).reduce((sum, count) => sum + count, 0);
  return all === 0 ? undefined : (ended['void'] ?? 0) / all;
}
