import type { SliceAudit } from '../../ledger/index.ts';

/**
 * Exchanges from before the walk, made at the middle: whether the legs lead from coin to coin, and the exact price,
 * `worth / cost` units received for one given. Another check compares the middles with the books.
 */
const RECOMPUTED = `
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
  ) l on true
  where not exists (select from flash_exchange_leg w where w.exchange_id = e.id and w.given is not null)`;

/**
 * Legs priced by the walk of their book, with the exact price `worth / cost`: the walk, or the bound less the spread if
 * that is less. The bound is the leg's mark, of older legs the middle of the book.
 */
const WALKED = `
  select l.*, w.gives, w.gets, t.base, t.quote, (k.asks::jsonb -> -1 ->> 0)::numeric * (1 + coalesce(l.lean, 0)) as dearest,
    case when l.sells then least(t.quote, l.given * b.bound * (1 - e.spread)) when t.base * b.bound <= l.given * (1 - e.spread) then t.base else 1 - e.spread end as worth,
    case when l.sells then l.given when t.base * b.bound <= l.given * (1 - e.spread) then l.given else b.bound end as cost
  from flash_exchange_leg l
  join flash_exchange e on e.id = l.exchange_id
  join market m on m.id = l.market_id
  cross join lateral (select coalesce(l.mark, l.mid) as bound) b
  left join spot_book kept on kept.market_id = l.market_id and kept.seq = l.book_seq
  left join lateral spot_book_open(kept) k on true
  cross join lateral (select case when l.sells then m.base_coin else m.quote_coin end as gives, case when l.sells then m.quote_coin else m.base_coin end as gets) w
  -- At the prices dealt at, which lean from those of the levels (RULES 3).
  left join lateral (
    select sum(k.quantity) as base, sum(k.quantity * (k.price + case when l.sells then -1 else 1 end * ceil(k.price * coalesce(l.lean, 0) * 100000000) / 100000000)) as quote
    from flash_exchange_take k where k.exchange_id = l.exchange_id and k.n = l.n) t on true
  where l.given is not null`;

/** Exchanges against their journals, prices and books. */
export const exchangeAudits: readonly SliceAudit[] = [
  {
    name: 'each exchange is one journal, of what it says was given, received and left to rounding',
    key: 'exchange-journals',
    wrong: `select coalesce('exchange ' || e.id, 'journal ' || j.cause_id) || ': ' || coalesce(e.given || ' of coin ' || e.from_coin || ' for ' || e.received || ' of coin ' || e.to_coin, 'no exchange')
        || '; its journal: ' || coalesce(j.lines_text, 'none') as row
      from flash_exchange e
      full join (
        select b.cause_id, b.actor_kind, b.actor_id, count(l.line) as lines, count(l.hold_kind) as holds,
          sum(l.amount) filter (where f.member_id = b.actor_id and o.house = 'spot') as given,
          sum(l.amount) filter (where f.house = 'spot' and o.member_id = b.actor_id) as received,
          coalesce(sum(l.amount) filter (where f.house = 'spot' and o.house = 'rounding'), 0) as residue,
          min(f.coin_id) filter (where f.member_id = b.actor_id) as from_coin, min(o.coin_id) filter (where o.member_id = b.actor_id) as to_coin,
          min(o.coin_id) filter (where o.house = 'rounding') as rounded_coin,
          min(f.type) filter (where f.member_id = b.actor_id) as from_type, min(o.type) filter (where o.member_id = b.actor_id) as to_type,
          string_agg(l.amount || ' from account ' || l.from_account || ' to ' || l.to_account, ', ' order by l.line) as lines_text
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
    name: 'each exchange brought what its books say, less the spread once a leg, rounded down',
    key: 'exchange-prices',
    wrong: `select 'exchange ' || r.id || ': ' || r.received || ' for ' || r.given || ', ' || r.residue || ' left, over ' || r.legs || ' legs' as row
      from (${RECOMPUTED}) r
      where (r.leads and r.received * r.cost <= r.given * r.worth and (r.received + r.to_unit) * r.cost > r.given * r.worth
        and r.received = trunc(r.received, r.to_decimals) and r.given = trunc(r.given, r.from_decimals)
        and (r.given - r.residue) * r.worth >= r.received * r.cost and (r.given - r.residue - r.from_unit) * r.worth < r.received * r.cost) is not true`,
    figures: `select count(*) || ' of one leg, ' || (select count(*) from flash_exchange_leg where n = 2) || ' of two' as row
      from flash_exchange e where not exists (select from flash_exchange_leg l where l.exchange_id = e.id and l.n = 2)`,
  },
  {
    name: 'each leg of an exchange brought what the walk of its book gives for its size, never more than the mark less the spread',
    key: 'exchange-walks',
    wrong: `select 'exchange ' || w.exchange_id || ' leg ' || w.n || ': ' || w.received || ' for ' || w.given as row
      from (${WALKED}) w
      where (w.received * w.cost <= w.given * w.worth and (w.received + power(10::numeric, -w.decimals)) * w.cost > w.given * w.worth
        and w.received = trunc(w.received, w.decimals)
        -- All of it was sold, or spent but for what buys nothing more.
        and case when w.sells then w.base = w.given else w.quote <= w.given and w.given - w.quote < greatest(w.dearest * 0.00000001, 0.00000001) end) is not true`,
    figures: `select count(*) || ' legs walked' as row from flash_exchange_leg where given is not null`,
  },
  {
    name: 'each exchange is its legs one after another, and gave no more to rounding than it had to',
    key: 'exchange-legs',
    wrong: `select 'exchange ' || e.id || ': ' || e.received || ' for ' || e.given || ', ' || e.residue || ' left' as row
      from flash_exchange e
      join (
        select exchange_id, bool_and(case n when 1 then gives_right else given = before_received and gives = before_gets end) and min(n) = 1 and max(n) = count(*) as leads,
          (array_agg(received order by n desc))[1] as received, (array_agg(gets order by n desc))[1] as gets,
          min(worth) filter (where n = 1) * coalesce(min(worth) filter (where n = 2), 1) as worth, min(cost) filter (where n = 1) * coalesce(min(cost) filter (where n = 2), 1) as cost
        from (
          select w.*, w.given = x.given and w.gives = x.from_coin as gives_right, lag(w.received) over g as before_received, lag(w.gets) over g as before_gets
          from (${WALKED}) w join flash_exchange x on x.id = w.exchange_id window g as (partition by w.exchange_id order by w.n)
        ) s group by exchange_id
      ) l on l.exchange_id = e.id
      where (l.leads and l.received = e.received and l.gets = e.to_coin and (e.given - e.residue) * l.worth >= e.received * l.cost
        and (e.given - e.residue - power(10::numeric, -e.from_decimals)) * l.worth < e.received * l.cost) is not true`,
    figures: `select count(*) || ' exchanges by the walk' as row from flash_exchange e where exists (select from flash_exchange_leg l where l.exchange_id = e.id and l.given is not null)`,
  },
  {
    name: 'each mark that bounded an exchange stands on the tape as it says, was not held back and was fresh',
    key: 'exchange-marks',
    wrong: `select 'exchange ' || l.exchange_id || ' leg ' || l.n || ': mark ' || coalesce(l.mark_seq::text, 'without a number') || ' of ' || coalesce(l.mark::text, 'no price')
        || '; on the tape: ' || coalesce(k.price || ' at ' || k.time || case when k.held then ', held back' else '' end, 'none') as row
      from flash_exchange_leg l
      join flash_exchange e on e.id = l.exchange_id
      left join mark k on k.market_id = l.market_id and k.seq = l.mark_seq
      -- No setting makes a price fresh for longer than an hour; the minute is what writing may take.
      where num_nonnulls(l.mark_seq, l.mark) > 0 and (k.price = l.mark and not k.held and k.time between e.at - interval '61 minutes' and e.at + interval '61 minutes') is not true`,
    figures: `select count(mark_seq) || ' legs bounded by a mark, ' || count(*) filter (where mark_seq is null) || ' of before by the middle of their book' as row from flash_exchange_leg`,
  },
  {
    name: 'each middle that an exchange names is the middle of the book that is kept with it',
    key: 'exchange-books',
    wrong: `select 'exchange ' || l.exchange_id || ' leg ' || l.n || ': ' || l.mid || ' between ' || coalesce(k.bids::jsonb -> 0 ->> 0, 'nothing') || ' and ' || coalesce(k.asks::jsonb -> 0 ->> 0, 'nothing') as row
      from flash_exchange_leg l left join spot_book kept on kept.market_id = l.market_id and kept.seq = l.book_seq
      left join lateral spot_book_open(kept) k on true
      cross join lateral (select ((k.bids::jsonb -> 0 ->> 0)::numeric + (k.asks::jsonb -> 0 ->> 0)::numeric) / 2 as exact) m
      -- Half-even, to eight places: never further off than half of the last.
      where (abs(l.mid - m.exact) <= 0.000000005 and (abs(l.mid - m.exact) < 0.000000005 or mod(l.mid * 100000000, 2) = 0)) is not true`,
    figures: `select count(distinct (market_id, book_seq)) || ' books kept for exchanges' as row from flash_exchange_leg`,
  },
];
