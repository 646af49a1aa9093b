import { SIDE } from '@plimsoll/contract';
import type { SliceAudit } from '../../ledger/index.ts';

const MOVED = `
  select m.base_coin as coin_id, case when o.side = ${SIDE.buy} then -f.quantity else f.quantity end as moved
  from spot_fill f join spot_order o on o.id = f.order_id join market m on m.id = o.market_id
  union all
  select m.quote_coin, case when o.side = ${SIDE.buy} then f.paid else -f.paid end from spot_fill f join spot_order o on o.id = f.order_id join market m on m.id = o.market_id
  union all
  select from_coin, given - residue from flash_exchange
  union all
  select to_coin, -received from flash_exchange`;

/**
 * Each deal at a lean: an order with one snapshot, or a leg of an exchange; with the coin that it leaned by and how far
 * that position was ahead.
 */
const TURNS = `
  select t.*, t.position * t.way as ahead, case when t.position_coin = m.base_coin then t.quantity else t.paid end as moved,
    ceil(t.position * t.way * t.position_price * 100000000) / 100000000 as worth, t.position_coin in (m.base_coin, m.quote_coin) as is_of_market
  from (
    select s.*, case when (s.position_coin = k.base_coin) = s.sells then 1 else -1 end as way from (
      select 'order ' || f.order_id || ' fill ' || min(f.n) as name, o.market_id, o.side = ${SIDE.sell} as sells, f.lean, f.position_coin, f.position, f.position_price, f.position_limit,
        sum(f.quantity) as quantity, sum(f.paid) as paid
      from spot_fill f join spot_order o on o.id = f.order_id where f.lean is not null
      group by f.order_id, o.market_id, o.side, f.book_seq, f.at, f.lean, f.position_coin, f.position, f.position_price, f.position_limit
      union all
      select 'exchange ' || l.exchange_id || ' leg ' || l.n, l.market_id, l.sells, l.lean, l.position_coin, l.position, l.position_price, l.position_limit,
        case when l.sells then l.given else l.received end, case when l.sells then l.received else l.given end
      from flash_exchange_leg l where l.lean is not null
    ) s join market k on k.id = s.market_id
  ) t join market m on m.id = t.market_id`;

/** What members dealt for in each stretch of fifteen seconds, in USDT, and the maximum of a minute then. */
const DEALT = `
  select d.member_id, floor(extract(epoch from d.at) / 15)::bigint as stretch, sum(d.dealt) as dealt, max(d.minute_limit) as allowed from (
    select o.member_id, f.at, f.dealt, f.minute_limit from spot_fill f join spot_order o on o.id = f.order_id where f.dealt is not null
    union all
    select member_id, at, dealt, minute_limit from flash_exchange where dealt is not null
  ) d group by 1, 2`;

/** House limits: positions, leans and members' minutes (RULES 3). */
export const limitAudits: readonly SliceAudit[] = [
  {
    name: 'the position in each coin is the sum of its fills and exchanges',
    key: 'spot-positions',
    wrong: `select 'coin ' || coalesce(p.coin_id, t.coin_id) || ': ' || coalesce(p.quantity, 0) || ', by trades ' || coalesce(t.moved, 0) as row
      from spot_position(array(select id from coin)) p
      full join (select coin_id, sum(moved) as moved from (${MOVED}) e group by coin_id) t on t.coin_id = p.coin_id
      where coalesce(p.quantity, 0) <> coalesce(t.moved, 0)`,
    figures: `select count(*) || ' coins, ' || count(*) filter (where quantity < 0) || ' sold on balance' as row from spot_position(array(select id from coin))`,
  },
  {
    name: 'each price leans from its level by its position, and no position went beyond its limit',
    key: 'spot-leans',
    wrong: `select r.name || ': ' || r.lean || ' by ' || r.position || ' of coin ' || r.position_coin as row
      from (${TURNS}) r
      where (r.is_of_market and (r.ahead + r.moved) * r.position_price <= r.position_limit
        and r.lean = case when r.ahead <= 0 or 2 * r.worth <= r.position_limit then 0 when r.worth >= r.position_limit then 0.005
          else div(500000 * (2 * r.worth - r.position_limit), r.position_limit) / 100000000 end) is not true
      union all
      select 'order ' || f.order_id || ' fill ' || f.n || ': ' || f.price || ' from ' || coalesce(f.level_price, f.price)
      from spot_fill f join spot_order o on o.id = f.order_id join market m on m.id = o.market_id join coin q on q.id = m.quote_coin
      cross join lateral (select coalesce(f.level_price, f.price) as level) l
      cross join lateral (select ceil(l.level * f.lean * 100000000) / 100000000 as away) w
      where f.lean is not null and (f.price = case when o.side = ${SIDE.buy} then l.level + w.away else l.level - w.away end
        and (q.title <> 'USDT' or f.dealt = f.paid)) is not true`,
    figures: `select count(*) || ' deals, ' || count(*) filter (where lean > 0) || ' at a lean' as row from (${TURNS}) r`,
  },
  {
    name: 'no member dealt for more in a minute than was allowed then, and each stretch of it is counted whole',
    key: 'spot-minutes',
    wrong: `select 'member ' || d.member_id || ' in the minute before ' || to_timestamp(d.stretch * 15 + 15) || ': ' || d.in_minute || ' of ' || d.most as row
      from (
        select e.member_id, e.stretch, sum(e.dealt) over minute as in_minute, max(e.allowed) over minute as most
        from (${DEALT}) e window minute as (partition by e.member_id order by e.stretch range between 4 preceding and current row)
      ) d where d.in_minute > d.most
      union all
      select 'member ' || coalesce(s.member_id, e.member_id) || ' from ' || to_timestamp(coalesce(s.stretch, e.stretch) * 15) || ': ' || coalesce(s.dealt, 0) || ', by fills and exchanges ' || coalesce(e.dealt, 0)
      from spot_minute s full join (${DEALT}) e on e.member_id = s.member_id and e.stretch = s.stretch where coalesce(s.dealt, 0) <> coalesce(e.dealt, 0)`,
    figures: `select count(*) || ' stretches of fifteen seconds of ' || count(distinct member_id) || ' members' as row from spot_minute`,
  },
];
