import type { SliceAudit } from '../../ledger/index.ts';

/**
 * Every exchange with its legs side by side, where they lead, and its price as a fraction that nothing was rounded in: `worth / cost` units
 * received for one given. Reckoned from the legs, whose middles another check compares with the books.
 */
const RECKONED = `
  select e.*, power(10::numeric, -e.from_decimals) as from_unit, power(10::numeric, -e.to_decimals) as to_unit, coalesce(l.legs, 0) as legs, l.leads,
    l.worth, l.cost
  from flash_exchange e
  left join lateral (
    select count(*) as legs, min(g.n) = 1 and max(g.n) = count(*)
        and bool_and(case g.n when 1 then g.gives = e.from_coin else g.gives = g.before_gets end) and (array_agg(g.gets order by g.n desc))[1] = e.to_coin as leads,
      (1 - e.spread) * max(case g.n when 1 then case when g.sells then g.mid else 1 end end) * coalesce(max(case g.n when 2 then case when g.sells then g.mid else 1 end * (1 - e.spread) end), 1) as worth,
      max(case g.n when 1 then case when g.sells then 1 else g.mid end end) * coalesce(max(case g.n when 2 then case when g.sells then 1 else g.mid end end), 1) as cost
    from (
      select k.n, k.sells, k.mid, w.gives, w.gets, lag(w.gets) over (order by k.n) as before_gets
      from flash_exchange_leg k join market m on m.id = k.market_id
      cross join lateral (select case when k.sells then m.base_coin else m.quote_coin end as gives, case when k.sells then m.quote_coin else m.base_coin end as gets) w
      where k.exchange_id = e.id
    ) g
  ) l on true`;

/** What the audit looks at in exchanges: each against its journal, its price and the books it was made at. */
export const exchangeAudits: readonly SliceAudit[] = [
  {
    name: 'each exchange is one journal, of what it says was given, received and left to rounding', key: 'exchange-journals',
    wrong: `select coalesce('exchange ' || e.id, 'journal ' || j.cause_id) || ': ' || coalesce(e.given || ' of coin ' || e.from_coin || ' for ' || e.received || ' of coin ' || e.to_coin, 'no exchange')
        || '; its journal: ' || coalesce(j.said, 'none') as row
      from flash_exchange e
      full join (
        select b.cause_id, b.actor_kind, b.actor_id, count(l.line) as lines, count(l.hold_kind) as holds,
          sum(l.amount) filter (where f.member_id = b.actor_id and o.house = 'spot') as given,
          sum(l.amount) filter (where f.house = 'spot' and o.member_id = b.actor_id) as received,
          coalesce(sum(l.amount) filter (where f.house = 'spot' and o.house = 'rounding'), 0) as residue,
          min(f.coin_id) filter (where f.member_id = b.actor_id) as from_coin, min(o.coin_id) filter (where o.member_id = b.actor_id) as to_coin,
          min(o.coin_id) filter (where o.house = 'rounding') as rounded_coin,
          min(f.type) filter (where f.member_id = b.actor_id) as from_type, min(o.type) filter (where o.member_id = b.actor_id) as to_type,
          string_agg(l.amount || ' from account ' || l.from_account || ' to ' || l.to_account, ', ' order by l.line) as said
        from ledger_journal b
        left join ledger_transfer l on l.journal_id = b.id
        left join ledger_account f on f.id = l.from_account
        left join ledger_account o on o.id = l.to_account
        where b.cause_kind = 'flash-exchange'
        group by b.id, b.cause_id, b.actor_kind, b.actor_id
      ) j on j.cause_id = e.id::text
      where (j.holds = 0 and j.actor_kind = 'member' and j.actor_id = e.member_id and j.lines = case when e.residue > 0 then 3 else 2 end
        and j.given = e.given and j.received = e.received and j.residue = e.residue and j.from_coin = e.from_coin and j.to_coin = e.to_coin
        and coalesce(j.rounded_coin, e.from_coin) = e.from_coin and j.from_type = e.type and j.to_type = e.type) is not true`,
    figures: `select count(*) || ' exchanges' as row from flash_exchange`,
  },
  {
    name: 'each exchange brought what its books say, less the spread once a leg, rounded down', key: 'exchange-prices',
    wrong: `select 'exchange ' || r.id || ': ' || r.received || ' for ' || r.given || ', ' || r.residue || ' left, over ' || r.legs || ' legs' as row
      from (${RECKONED}) r
      where (r.leads and r.received * r.cost <= r.given * r.worth and (r.received + r.to_unit) * r.cost > r.given * r.worth
        and r.received = trunc(r.received, r.to_decimals) and r.given = trunc(r.given, r.from_decimals)
        and (r.given - r.residue) * r.worth >= r.received * r.cost and (r.given - r.residue - r.from_unit) * r.worth < r.received * r.cost) is not true`,
    figures: `select count(*) || ' of one leg, ' || (select count(*) from flash_exchange_leg where n = 2) || ' of two' as row
      from flash_exchange e where not exists (select from flash_exchange_leg l where l.exchange_id = e.id and l.n = 2)`,
  },
  {
    name: 'each price of an exchange is the middle of the book that is kept with it', key: 'exchange-books',
    wrong: `select 'exchange ' || l.exchange_id || ' leg ' || l.n || ': ' || l.mid || ' between ' || coalesce(k.bids -> 0 ->> 0, 'nothing') || ' and ' || coalesce(k.asks -> 0 ->> 0, 'nothing') as row
      from flash_exchange_leg l left join spot_book k on k.market_id = l.market_id and k.seq = l.book_seq
      cross join lateral (select ((k.bids -> 0 ->> 0)::numeric + (k.asks -> 0 ->> 0)::numeric) / 2 as exact) m
      -- Half-even, to eight places: never further off than half of the last.
      where (abs(l.mid - m.exact) <= 0.000000005 and (abs(l.mid - m.exact) < 0.000000005 or mod(l.mid * 100000000, 2) = 0)) is not true`,
    figures: `select count(distinct (market_id, book_seq)) || ' books kept for exchanges' as row from flash_exchange_leg`,
  },
];
