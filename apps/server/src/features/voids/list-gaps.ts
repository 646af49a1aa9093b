import { OPTION_RULES, type MarkGap } from '@plimsoll/contract';
import { sql, type Query } from '../../platform/db.ts';
import { offsetOf, type PublicPage } from './public-page.ts';

interface Row {
  m_id: string;
  symbol: string;
  coinname: string;
  from_at: Date;
  to_at: Date | null;
  why: MarkGap['why'];
  orders: number;
}

const SHOWN = `
  select g.market_id as m_id, m.symbol, b.title || '/' || q.title as coinname, g.from_at, g.to_at, g.why, (
    select count(*)::int from option_order o where o.outcome = 'void' and o.rules = ${OPTION_RULES.marks} and o.market_id = g.market_id
      and coalesce(o.expires_at, o.placed_at) >= g.from_at and coalesce(o.expires_at, o.placed_at) <= coalesce(g.to_at, 'infinity')) as orders`;
const JOINS =
  'join market m on m.id = g.market_id join coin b on b.id = m.base_coin join coin q on q.id = m.quote_coin';

const page = (name: string, filter: string) =>
  sql<Row>(
    name,
    `
  ${SHOWN} from (select * from mark_gap ${filter} order by from_at desc, market_id limit $1 offset $2) g ${JOINS} order by g.from_at desc, g.market_id`,
  );
const PAGES = { all: page('gaps.all', ''), ofMarket: page('gaps.ofMarket', 'where market_id = $3') };

/** Enabled markets without a mark that settles for longer than the shortest gap. */
const open = sql<Row>(
  'gaps.open',
  `
  ${SHOWN} from (
    select n.id as market_id, k.time as from_at, null::timestamptz as to_at, mark_gap_why(n.id, k.time, $1) as why
    from market n
    cross join lateral (select time from mark where market_id = n.id and not held order by seq desc limit 1) k
    where n.enabled and k.time < $1::timestamptz - mark_gap_min() and ($2::bigint is null or n.id = $2)
  ) g ${JOINS} order by g.from_at desc, g.market_id`,
);

const shown = (row: Row): MarkGap => ({
  // not money: an id, a number on the wire
  m_id: Number(row.m_id),
  market: row.symbol,
  coinname: row.coinname,
  from: row.from_at.toISOString(),
  to: row.to_at?.toISOString() ?? null,
  why: row.why,
  orders: row.orders,
});

/** One page of stretches without a mark that settles: open ones, then ended ones, newest first (RULES 2). */
export async function listGaps(
  query: Query,
  { marketId, page: number, limit }: PublicPage,
  nowMs: number,
): Promise<MarkGap[]> {
  const lasting = await query.run(open, [new Date(nowMs), marketId ?? null]);
  const offset = offsetOf(number, limit);
  const first = lasting.slice(offset, offset + limit);
  const asked = [limit - first.length, Math.max(0, offset - lasting.length)];
  const ended = await (marketId === undefined
    ? query.run(PAGES.all, asked)
    : query.run(PAGES.ofMarket, [...asked, marketId]));
  return [...first, ...ended].map(shown);
}
