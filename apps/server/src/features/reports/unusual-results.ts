import { OPTION_STATUS } from '@plimsoll/contract';
import { UNUSUAL_OPTIONS, UNUSUAL_SIGMAS, type UnusualResult, type UnusualResults } from '@plimsoll/contract/operator';
import { amount, format } from '@plimsoll/money';
import { sql, type Query } from '../../platform/db.ts';

const SINCE_MS = 30 * 86_400_000;
const LISTED_MAX = 100;

interface Row {
  member_id: string | null;
  username: string;
  won: number;
  lost: number;
  stakes: string;
  result: string;
  expected: string;
  sigmas: string;
  moments: number;
  first_at: Date;
  last_at: Date;
  examined: number;
}

// A win brings w and a loss takes s, each with probability ½: expectation (w − s) / 2, variance ((w + s) / 2)². So
// twice (result − expected) is Σ±(w + s) and four variances are Σ(w + s)², both exact.
const unusual = sql<Row>(
  'reports.unusual',
  `
  with result as materialized (
    select c.member_id, r.*
    from (select distinct member_id from option_order where status = ${OPTION_STATUS.settled} and settled_at > $1) c
    cross join lateral (
      select count(*)::int as options, count(*) filter (where outcome = 'win')::int as won, count(*) filter (where outcome = 'lose')::int as lost,
        sum(stake) as stakes, sum(profit) as result, trunc(sum(winnings - stake) * 0.5, 8) as expected,
        sum(case outcome when 'win' then winnings + stake else -(winnings + stake) end) as twice_off, sum((winnings + stake) * (winnings + stake)) as four_variances,
        count(distinct (market_id, expires_at))::int as moments, min(placed_at) as first_at, max(placed_at) as last_at
      from (
        select outcome, stake, profit, winnings, market_id, expires_at, placed_at from option_order
        where member_id = c.member_id and outcome in ('win', 'lose') order by id desc limit $2
      ) o
    ) r
    where r.options = $2
  )
  select f.member_id, w.username, f.won, f.lost, f.stakes, f.result, f.expected, f.moments, f.first_at, f.last_at, f.sigmas, n.examined
  from (select count(*)::int as examined from result) n
  left join (
    select *, round(twice_off / sqrt(four_variances), 2) as sigmas from result
    where twice_off * twice_off > $3::int * $3::int * four_variances order by twice_off * twice_off / four_variances desc, member_id limit $4
  ) f on true
  left join member w on w.id = f.member_id
  order by abs(f.sigmas) desc, f.member_id`,
);

const shown = (row: Row): UnusualResult => ({
  // not money: an id, a number on the wire
  member_id: Number(row.member_id),
  username: row.username,
  won: row.won,
  lost: row.lost,
  stakes: format(amount(row.stakes)),
  result: format(amount(row.result)),
  expected: format(amount(row.expected)),
  sigmas: row.sigmas,
  moments: row.moments,
  first: row.first_at.toISOString(),
  last: row.last_at.toISOString(),
});

/** Members whose last options deviate from their terms by more than chance does once in 370 (RULES 4). Read-only. */
export async function unusualResults(query: Query, nowMs: number): Promise<Omit<UnusualResults, 'coin'>> {
  const rows = await query.run(unusual, [new Date(nowMs - SINCE_MS), UNUSUAL_OPTIONS, UNUSUAL_SIGMAS, LISTED_MAX]);
  return {
    list: rows.filter(({ member_id: memberId }) => memberId !== null).map(shown),
    examined: rows[0]?.examined ?? 0,
  };
}
