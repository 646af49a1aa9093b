import { OPTION_STATUS } from '@plimsoll/contract';
import { sql, type Query } from '../../platform/db.ts';

/** How far back settled options are counted. */
const SETTLED_MS = 3_600_000;
/** How far back gaps are added up. */
const GAPS_MS = 86_400_000;

/** How options ended, and the marks they end by. */
export interface MarkFigures {
  /** Options settled in the last hour, by outcome. */
  readonly settled: Readonly<Record<string, number>>;
  /**
   * Of each enabled market that ever had one: seconds since its last mark that settles, and without one in the last 24
   * hours.
   */
  readonly markets: readonly { readonly market: string; readonly ageS: number; readonly gapS: number }[];
}

const settled = sql<{ outcome: string; n: number }>(
  'operating.settled',
  `
  select u.outcome, count(o.id)::int as n
  from unnest('{win,lose,tie,void}'::text[]) as u (outcome)
  left join option_order o on o.status = ${OPTION_STATUS.settled} and o.settled_at > $1 and o.outcome = u.outcome
  group by u.outcome`,
);
// Of a gap that lasts, as of one that ended, what lies within the day.
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

/** Counts what was settled and what marks were missing, up to a moment. */
export async function readMarkFigures(query: Query, nowMs: number): Promise<MarkFigures> {
  const ended = await query.run(settled, [new Date(nowMs - SETTLED_MS)]);
  const rows = await query.run(marks, [new Date(nowMs), new Date(nowMs - GAPS_MS)]);
  return {
    settled: Object.fromEntries(ended.map(({ outcome, n }) => [outcome, n])),
    // not money: seconds; a mark may be dated after a clock that was set back
    markets: rows.map(({ market, age, gap }) => ({ market, ageS: Math.max(0, Number(age)), gapS: Number(gap) })),
  };
}

/** Of the options that were settled, the part that was void; undefined when none was settled. */
export function voidRatio({ settled: ended }: MarkFigures): number | undefined {
  const all = Object.values(ended).reduce((sum, count) => sum + count, 0);
  return all === 0 ? undefined : (ended['void'] ?? 0) / all;
}
