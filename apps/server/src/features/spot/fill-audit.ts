import { SIDE } from '@plimsoll/contract';
import type { SliceAudit } from '../../ledger/index.ts';

/** Fills with their order and the coins of its market: what is paid with, and what is received. */
const FILLS = `
  select f.order_id, f.n, f.price, f.quantity, f.paid, f.fee, o.side, o.fee_rate, q.decimals as quote_places,
    case o.side when ${SIDE.buy} then f.paid else f.quantity end as given,
    case o.side when ${SIDE.buy} then f.quantity else f.paid end as received,
    case o.side when ${SIDE.buy} then b.decimals else q.decimals end as received_places
  from spot_fill f
  join spot_order o on o.id = f.order_id
  join market m on m.id = o.market_id
  join coin b on b.id = m.base_coin
  join coin q on q.id = m.quote_coin`;

/**
 * What each journal of fills has to move: it is named by its first fill and covers those up to the next journal's. What
 * the hold no longer needed is released besides.
 */
const EXPECTED = `
  select j.id as journal_id, j.cause_id, j.order_id, j.first_fill, sum(f.given) as given, sum(f.received) as received,
    sum(f.fee) as fee
  from (
    select j.id, j.cause_id, split_part(j.cause_id, '.', 1)::bigint as order_id,
      split_part(j.cause_id, '.', 2)::int as first_fill,
      lead(split_part(j.cause_id, '.', 2)::int) over (
        partition by split_part(j.cause_id, '.', 1)::bigint order by split_part(j.cause_id, '.', 2)::int) as next_fill
    from ledger_journal j where j.cause_kind = 'spot-fill'
  ) j
  left join (${FILLS}) f on f.order_id = j.order_id and f.n >= j.first_fill and f.n < coalesce(j.next_fill, f.n + 1)
  group by j.id, j.cause_id, j.order_id, j.first_fill`;

/** The lines of journals of fills, each with the part of a fill that it stands for; no part for any other line. */
const LINES = `
  select t.journal_id, t.amount, case
    when payer.member_id is null and payer.house is null then null
    when t.hold_kind = 'spot' and t.hold_ref = o.id and t.from_frozen and payer.member_id = o.member_id and payer.type = 1
      and payer.coin_id = c.pays then case
        when payee.house = 'spot' then 'given'
        when t.to_account = t.from_account then 'released' end
    when t.hold_kind is null and payer.house = 'spot' and payee.member_id = o.member_id and payee.type = 1
      and payee.coin_id = c.gets then 'received'
    when t.hold_kind is null and payer.member_id = o.member_id and payer.type = 1 and payee.house = 'fees'
      and payee.coin_id = c.gets then 'fee'
    end as part
  from ledger_transfer t
  join ledger_journal j on j.id = t.journal_id and j.cause_kind = 'spot-fill'
  join ledger_account payer on payer.id = t.from_account
  join ledger_account payee on payee.id = t.to_account
  left join spot_order o on o.id = split_part(j.cause_id, '.', 1)::bigint
  left join market m on m.id = o.market_id
  left join lateral (
    select case o.side when ${SIDE.buy} then m.quote_coin else m.base_coin end as pays,
      case o.side when ${SIDE.buy} then m.base_coin else m.quote_coin end as gets
  ) c on true`;

/** What the audit looks at in fills: their arithmetic, and their journals line by line (RULES 3). */
export const fillAudits: readonly SliceAudit[] = [
  {
    name: 'each fill paid its price and the fee of its order, both rounded down',
    key: 'spot-fill-figures',
    wrong: `select 'order ' || f.order_id || ' fill ' || f.n || ': paid ' || f.paid || ', fee ' || f.fee as row
      from (${FILLS}) f
      where f.paid <> trunc(f.price * f.quantity, f.quote_places)
        or f.fee <> trunc(f.received * f.fee_rate, f.received_places)`,
    figures: `select coalesce(sum(fee), 0) || ' in fees of all coins' as row from spot_fill`,
  },
  {
    name: 'each journal of fills moves what its fills say, between the member and the platform, and nothing else',
    key: 'spot-fill-journals',
    wrong: `select 'journal ' || e.journal_id || ' of order ' || e.cause_id || ': given ' || l.given || ' of ' || coalesce(e.given::text, 'none')
        || ', received ' || l.received || ' of ' || coalesce(e.received::text, 'none') || ', fee ' || l.fee || ' of ' || coalesce(e.fee::text, 'none')
        || ', ' || l.other || ' other lines' as row
      from (${EXPECTED}) e
      join (
        select journal_id, coalesce(sum(amount) filter (where part = 'given'), 0) as given,
          coalesce(sum(amount) filter (where part = 'received'), 0) as received,
          coalesce(sum(amount) filter (where part = 'fee'), 0) as fee, count(*) filter (where part is null) as other
        from (${LINES}) lines group by journal_id
      ) l on l.journal_id = e.journal_id
      where (l.given = e.given and l.received = e.received and l.fee = e.fee and l.other = 0) is not true
      union all
      select 'order ' || f.order_id || ' fill ' || f.n || ' has no journal' from spot_fill f
      where not exists (
        select from ledger_journal j where j.cause_kind = 'spot-fill' and split_part(j.cause_id, '.', 1)::bigint = f.order_id
          and split_part(j.cause_id, '.', 2)::int <= f.n)`,
    figures: `select count(*) || ' journals of fills' as row from ledger_journal where cause_kind = 'spot-fill'`,
  },
];
