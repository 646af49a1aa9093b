import type { SliceAudit } from '../../ledger/index.ts';

/** What the audit looks at in spot: every order against its hold, its fills and its journals, every snapshot against what was filled from it. */
export const spotAudits: readonly SliceAudit[] = [
  {
    name: 'each spot order holds what its hold says, and was held once', key: 'spot-holds',
    wrong: `select 'order ' || o.id || ': ' || o.held || ' held, its hold says ' || coalesce((h.amount - h.captured - h.released)::text, 'nothing') as row
      from spot_order o left join ledger_hold h on h.kind = 'spot' and h.ref = o.id
      where (h.amount - h.captured - h.released = o.held) is not true
      union all
      select 'hold of no order ' || h.ref from ledger_hold h where h.kind = 'spot' and not exists (select from spot_order o where o.id = h.ref)`,
    figures: `select count(*) || ' orders, ' || count(*) filter (where status = 1) || ' open, ' || count(*) filter (where status = 2) || ' completed, '
      || count(*) filter (where status = 3) || ' cancelled' as row from spot_order`,
  },
  {
    name: 'each spot order is the sum of its fills, none of them beyond its limit', key: 'spot-fills',
    wrong: `select 'order ' || o.id as row from spot_order o
      left join (
        select f.order_id, count(*) as n, sum(f.quantity) as quantity, sum(f.paid) as paid, sum(f.fee) as fee, min(f.price) as lowest, max(f.price) as highest
        from spot_fill f group by f.order_id) f on f.order_id = o.id
      where (o.fills = coalesce(f.n, 0) and o.filled = coalesce(f.quantity, 0) and o.paid = coalesce(f.paid, 0) and o.fee = coalesce(f.fee, 0)
        and (o.limit_price is null or f.n is null or case when o.side = 1 then f.highest <= o.limit_price else f.lowest >= o.limit_price end)) is not true`,
    figures: `select count(*) || ' fills' as row from spot_fill`,
  },
  {
    name: 'each snapshot gave no more than it had, and says what is left', key: 'spot-books',
    wrong: `select 'market ' || l.market_id || ' snapshot ' || l.seq || ' at ' || l.price as row
      from (
        select k.market_id, k.seq, s.side, (v->>0)::numeric as price, (v->>1)::numeric as size,
          coalesce((select sum((r->>1)::numeric) from jsonb_array_elements(case s.side when 1 then k.asks_left else k.bids_left end) r where (r->>0)::numeric = (v->>0)::numeric), 0) as left_over
        from spot_book k cross join (values (1), (2)) s (side)
        cross join lateral jsonb_array_elements(case s.side when 1 then k.asks else k.bids end) v
      ) l
      left join (
        select o.market_id, f.book_seq, o.side, f.price, sum(f.quantity) as taken from spot_fill f join spot_order o on o.id = f.order_id group by 1, 2, 3, 4
      ) f on f.market_id = l.market_id and f.book_seq = l.seq and f.side = l.side and f.price = l.price
      where l.size - coalesce(f.taken, 0) <> l.left_over
      union all
      select 'fill ' || f.order_id || '.' || f.n || ' at a price its snapshot did not have' from spot_fill f join spot_order o on o.id = f.order_id
      left join spot_book k on k.market_id = o.market_id and k.seq = f.book_seq
      where not exists (select from jsonb_array_elements(case o.side when 1 then k.asks else k.bids end) v where (v->>0)::numeric = f.price)`,
    figures: `select count(*) || ' snapshots kept' as row from spot_book`,
  },
  {
    name: 'each spot journal belongs to an order in the state it brought about', key: 'spot-journals',
    wrong: `select j.cause_kind || ' ' || j.cause_id as row from ledger_journal j
      left join spot_order o on o.id = split_part(j.cause_id, '.', 1)::bigint
      where j.cause_kind in ('spot-place', 'spot-fill', 'spot-cancel')
        and (o.id is null or (j.cause_kind = 'spot-cancel' and o.status <> 3))
      union all
      select 'order ' || o.id || ' cancelled without a journal' from spot_order o where o.status = 3
        and not exists (select from ledger_journal j where j.cause_kind = 'spot-cancel' and j.cause_id = o.id::text)`,
    figures: `select count(*) || ' spot journals' as row from ledger_journal where cause_kind like 'spot-%'`,
  },
];
