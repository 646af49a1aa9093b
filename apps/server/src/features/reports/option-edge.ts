import { OPTION_STATUS } from '@plimsoll/contract';
import type { Edge, EdgeReport } from '@plimsoll/contract/operator';
import { amount, format } from '@plimsoll/money';
import { sql, type Query } from '../../platform/db.ts';

const DAY_MS = 86_400_000;
/** Options that end within one block count as one draw, as they end alike (docs/EDGE.md). */
const BLOCK_S = 1_200;

interface Row {
  market_id: string | null;
  symbol: string;
  coinname: string;
  seconds: number | null;
  options: number;
  voids: number;
  stakes: string;
  result: string;
  edge: string | null;
  low: string | null;
  high: string | null;
  terms: string | null;
}

// The edge r is Σy / Σs; its standard error √(k / (k − 1) · Σ(y − r·s)²) / Σs, over k blocks.
const edges = sql<Row>(
  'reports.edge',
  `
  with options as (
    select market_id, seconds, div(extract(epoch from settled_at), $2)::bigint as block, count(*) filter (where outcome <> 'void') as n,
      count(*) filter (where outcome = 'void') as voids, coalesce(sum(stake) filter (where outcome <> 'void'), 0) as s, -sum(profit) as y,
      coalesce(sum(stake - winnings) filter (where outcome <> 'void'), 0) as twice_terms
    from option_order where status = ${OPTION_STATUS.settled} and settled_at > $1 group by market_id, seconds, block
  ), blocks as (
    select market_id, seconds, block, sum(n) as n, sum(voids) as voids, sum(s) as s, sum(y) as y, sum(twice_terms) as twice_terms
    from options group by grouping sets ((market_id, seconds, block), (market_id, block), (block))
  ), sums as (
    select market_id, seconds, sum(n)::int as options, sum(voids)::int as voids, sum(s) as stakes, sum(y) as result, sum(y) / nullif(sum(s), 0) as r,
      count(*) filter (where n > 0) as k, sum(y * y) as yy, sum(y * s) as ys, sum(s * s) as ss, sum(twice_terms) as twice_terms
    from blocks group by market_id, seconds
  ), errors as (
    select *, case when k >= 3 then 1.96 * sqrt(greatest(yy - 2 * r * ys + r * r * ss, 0) * k / (k - 1)) / stakes end as bound from sums
  )
  select e.market_id, m.symbol, b.title || '/' || q.title as coinname, e.seconds, e.options, e.voids, e.stakes, e.result,
    round(100 * e.r, 2) as edge, round(100 * (e.r - e.bound), 2) as low, round(100 * (e.r + e.bound), 2) as high,
    round(50 * e.twice_terms / nullif(e.stakes, 0), 2) as terms
  from errors e left join market m on m.id = e.market_id left join coin b on b.id = m.base_coin left join coin q on q.id = m.quote_coin
  order by m.sort, e.market_id, e.seconds`,
);

const edgeOf = ({ options, voids, stakes, result, edge, low, high, terms }: Row): Edge => ({
  options,
  voids,
  stakes: format(amount(stakes)),
  result: format(amount(result)),
  edge,
  low,
  high,
  terms,
});
const NOTHING: Edge = {
  options: 0,
  voids: 0,
  stakes: format(amount('0')),
  result: format(amount('0')),
  edge: null,
  low: null,
  high: null,
  terms: null,
};

/** What options brought the platform, by market and duration. Reads every option settled since. */
export async function optionEdge(query: Query, days: number, nowMs: number): Promise<Omit<EdgeReport, 'coin'>> {
  const since = new Date(nowMs - days * DAY_MS);
  const rows = await query.run(edges, [since, BLOCK_S]);
  const all = rows.find(({ market_id: marketId }) => marketId === null);
  return {
    since: since.toISOString(),
    all: all ? edgeOf(all) : NOTHING,
    markets: rows
      .filter(({ market_id: marketId, seconds }) => marketId !== null && seconds === null)
      .map((row) => ({
        // not money: an id, a number on the wire
        m_id: Number(row.market_id),
        symbol: row.symbol,
        coinname: row.coinname,
        ...edgeOf(row),
        durations: rows.flatMap((each) =>
          each.market_id === row.market_id && each.seconds !== null ? [{ seconds: each.seconds, ...edgeOf(each) }] : [],
        ),
      })),
  };
}
