import { OPTION_RULES, type VoidOption } from '@plimsoll/contract';
import { format, price } from '@plimsoll/money';
import { sql, type Query } from '../../platform/db.ts';
import { offsetOf, type PublicPage } from './public-page.ts';

interface Row {
  id: string;
  m_id: string;
  symbol: string;
  coinname: string;
  rules: 1 | 2;
  seconds: number;
  placed_at: Date;
  had_line: boolean;
  from_at: Date;
  to_at: Date;
  limit_ms: number;
  after_ms: number;
  line: string | null;
  line_time: Date | null;
  exit: string | null;
  exit_time: Date | null;
}

// The result without time limits: the first mark for the line; the last mark fresh at the expiry, else the first after
// it, for the exit. Under rules 1 the first trade after the expiry.
const page = (name: string, filter: string) =>
  sql<Row>(
    name,
    `
  select o.id, o.market_id as m_id, m.symbol, b.title || '/' || q.title as coinname, o.rules, o.seconds, o.placed_at, w.had_line, w.from_at, w.to_at, w.limit_ms, w.after_ms,
    e.price as line, e.at as line_time, x.price as exit, x.time as exit_time
  from (select * from option_order where outcome = 'void' ${filter} order by id desc limit $1 offset $2) o
  join market m on m.id = o.market_id join coin b on b.id = m.base_coin join coin q on q.id = m.quote_coin
  left join mark_head h on h.market_id = o.market_id
  cross join lateral (
    select o.entry_price is not null as had_line, case when o.entry_price is null then o.line_within_ms else o.fresh_ms end as limit_ms,
      case when o.entry_price is null then 0 else coalesce(o.next_within_ms, 0) end as after_ms,
      case when o.entry_price is null then o.placed_at + o.line_delay_ms * interval '1 millisecond' else o.expires_at - o.fresh_ms * interval '1 millisecond' end as from_at,
      case when o.entry_price is null then o.placed_at + (o.line_delay_ms + o.line_within_ms) * interval '1 millisecond'
        else o.expires_at + coalesce(o.next_within_ms, 0) * interval '1 millisecond' end as to_at
  ) w
  left join lateral (
    select o.entry_price as price, coalesce(o.line_at, o.placed_at) as at where w.had_line
    union all
    (select k.price, k.time from mark k where not w.had_line and k.market_id = o.market_id and not k.held and k.time >= w.from_at order by k.time, k.seq limit 1)
  ) e on true
  left join lateral (
    select * from (
      (select k.price, k.time, 1 as turn from mark k
        where o.rules = ${OPTION_RULES.marks} and greatest(h.time, h.complete_to) >= e.at + o.seconds * interval '1 second' and k.market_id = o.market_id and not k.held
          and k.time <= e.at + o.seconds * interval '1 second' and k.time >= e.at + o.seconds * interval '1 second' - o.fresh_ms * interval '1 millisecond'
        order by k.time desc, k.seq desc limit 1)
      union all
      (select k.price, k.time, 2 from mark k where o.rules = ${OPTION_RULES.marks} and k.market_id = o.market_id and not k.held and k.time > e.at + o.seconds * interval '1 second'
        order by k.time, k.seq limit 1)
      union all
      (select t.price, t.receive_time, 3 from tick t where o.rules = ${OPTION_RULES.ticks} and t.market_id = o.market_id and t.receive_time > o.expires_at order by t.receive_time, t.seq limit 1)
    ) each order by turn limit 1
  ) x on true
  order by o.id desc`,
  );
const PAGES = { all: page('voids.all', ''), ofMarket: page('voids.ofMarket', 'and market_id = $3') };

/** How it would have ended; null while a price is not known. */
function wouldHaveBeen({ line, line_time: lineTime, exit, exit_time: exitTime }: Row): VoidOption['would'] {
  if (line === null || lineTime === null || exit === null || exitTime === null) return null;
  const [began, ended] = [price(line), price(exit)];
  return {
    line: format(began),
    line_time: lineTime.toISOString(),
    exit: format(ended),
    exit_time: exitTime.toISOString(),
    result: ended > began ? 'up' : ended < began ? 'down' : 'tie',
  };
}

/** One page of all members' void options, newest first (RULES 4), without owner or direction. */
export async function listVoids(query: Query, { marketId, page: number, limit }: PublicPage): Promise<VoidOption[]> {
  const asked = [limit, offsetOf(number, limit)];
  const rows = await (marketId === undefined
    ? query.run(PAGES.all, asked)
    : query.run(PAGES.ofMarket, [...asked, marketId]));
  return rows.map((row) => ({
    // not money: ids, numbers on the wire
    id: Number(row.id),
    m_id: Number(row.m_id),
    market: row.symbol,
    coinname: row.coinname,
    placed: row.placed_at.toISOString(),
    seconds: row.seconds,
    why: row.rules === OPTION_RULES.ticks ? 'no_trade' : row.had_line ? 'no_exit' : 'no_line',
    from: row.from_at.toISOString(),
    to: row.to_at.toISOString(),
    limit: row.limit_ms / 1000,
    after: row.after_ms / 1000,
    would: wouldHaveBeen(row),
  }));
}
