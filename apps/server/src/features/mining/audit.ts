import { ACCOUNT_TYPE, MINING_STATUS } from '@plimsoll/contract';
import { journalLines, type SliceAudit } from '../../ledger/index.ts';

// Expected lines of an order `o`.
const HELD = `o.member_id || '/${ACCOUNT_TYPE.funds} > ' || o.member_id || '/${ACCOUNT_TYPE.funds} frozen ' || trim_scale(o.amount) || ' ' || o.coin_id || ' mining ' || o.id
  || ', rewards > rewards frozen ' || trim_scale(o.daily * o.days) || ' ' || o.coin_id || ' mining-reward ' || o.id`;
const BACK = `o.member_id || '/${ACCOUNT_TYPE.funds} frozen > ' || o.member_id || '/${ACCOUNT_TYPE.funds} ' || trim_scale(o.amount) || ' ' || o.coin_id || ' mining ' || o.id`;

/**
 * Audits of lock mining: orders, paid days and journals agree, each day was paid once and not before it was over, and
 * each order ended once, paid in full.
 */
export const miningAudits: readonly SliceAudit[] = [
  {
    name: 'each lock-mining order is held as it was agreed, and released once when its days are over',
    key: 'mining',
    wrong: `select 'order ' || coalesce(o.id::text, h.cause_id, e.cause_id) || ', status ' || coalesce(o.status::text, 'none') || '; held: ' || coalesce(h.lines, 'none') || '; released: ' || coalesce(e.lines, 'none') as row
      from mining_order o
      full join ${journalLines('mining-open')} h on h.cause_id = o.id::text
      full join ${journalLines('mining-end')} e on e.cause_id = o.id::text
      left join mining_product_version s on s.product_id = o.product_id and s.version = o.product_version
      where (h.lines = ${HELD} and h.actor_kind = 'member' and h.actor_id = o.member_id and o.amount between s.min_amount and s.max_amount
        and o.daily = product_interest(o.amount, o.interest_rate, 1, 1, o.decimals) and o.ends_at = o.placed_at + o.days * interval '24 hours'
        and case o.status when ${MINING_STATUS.running} then e.lines is null and o.ended_at is null else e.lines = ${BACK} and e.actor_kind = 'clock' and o.ended_at >= o.ends_at end) is not true`,
    figures: `select count(*) || ' orders, ' || count(*) filter (where status = ${MINING_STATUS.running}) || ' running' as row from mining_order`,
  },
  {
    name: 'each day of lock mining is paid by one line of its run, out of what was set aside for its order',
    key: 'mining-days',
    // By run: as many lines as days of each order, each of one day's amount.
    wrong: `select 'order ' || coalesce(p.order_id, l.order_id) || ', run ' || coalesce(p.run::text, l.run) || ': ' || coalesce(p.days, 0) || ' days, lines of ' || coalesce(l.paid, 0) as row
      from (select order_id, run, count(*) as days from mining_payment group by order_id, run) p
      full join (
        select j.cause_id as run, t.hold_ref as order_id, count(*) as lines, sum(t.amount) as paid,
          bool_and(t.hold_kind = 'mining-reward' and f.house = 'rewards' and t.from_frozen and j.actor_kind = 'clock') as is_reward,
          min(a.member_id) as member_id, max(a.member_id) as other_member, min(a.coin_id) as coin_id, bool_and(a.type = ${ACCOUNT_TYPE.funds}) as is_funds
        from ledger_journal j join ledger_transfer t on t.journal_id = j.id
        join ledger_account f on f.id = t.from_account join ledger_account a on a.id = t.to_account
        where j.cause_kind = 'mining-payment' group by j.cause_id, t.hold_ref
      ) l on l.order_id = p.order_id and l.run = p.run::text
      left join mining_order o on o.id = p.order_id
      where (l.lines = p.days and l.paid = p.days * o.daily and l.is_reward and l.is_funds
        and l.member_id = o.member_id and l.other_member = o.member_id and l.coin_id = o.coin_id) is not true`,
    figures: `select count(*) || ' days paid in ' || count(distinct run) || ' runs' as row from mining_payment`,
  },
  {
    name: 'each lock-mining order is paid its days from the first on, none before it was over, and all before its end',
    key: 'mining-order-days',
    wrong: `select 'order ' || o.id || ', status ' || o.status || ': ' || coalesce(p.days, 0) || ' of ' || o.days || ' days, the last the ' || coalesce(p.last, 0) as row
      from mining_order o
      left join (
        select m.order_id, count(*) as days, max(m.day) as last, bool_or(j.at < w.placed_at + m.day * interval '24 hours') as is_early
        from mining_payment m join mining_order w on w.id = m.order_id join ledger_journal j on j.cause_kind = 'mining-payment' and j.cause_id = m.run::text
        group by m.order_id
      ) p on p.order_id = o.id
      left join ledger_hold h on h.kind = 'mining-reward' and h.ref = o.id
      where (h.amount = o.daily * o.days and h.captured = coalesce(p.days, 0) * o.daily and h.released = 0 and coalesce(p.last, 0) = coalesce(p.days, 0)
        and coalesce(p.days, 0) <= o.days and not coalesce(p.is_early, false) and (o.status = ${MINING_STATUS.running} or p.days = o.days)) is not true`,
    figures: `select coalesce(sum(days), 0) || ' days agreed' as row from mining_order`,
  },
];
