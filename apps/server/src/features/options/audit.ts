import { ACCOUNT_TYPE, DIRECTION, OPTION_STATUS } from '@plimsoll/contract';
import type { SliceAudit } from '../../ledger/index.ts';

/**
 * How each option stands, and what its two holds must say then: `[amount, captured, released]` of the member's stake
 * and of the house's payout.
 */
const HOLDS = `
  select o.id, o.member_id, w.kind, w.amount, w.captured, w.released
  from option_order o
  cross join lateral (values
    ('option-stake', o.stake, case when o.outcome = 'lose' then o.stake else 0 end,
      case when o.status = ${OPTION_STATUS.open} or o.outcome = 'lose' then 0 else o.stake end),
    ('option-payout', o.winnings, case when o.outcome = 'win' then o.winnings else 0 end,
      case when o.status = ${OPTION_STATUS.open} or o.outcome = 'win' then 0 else o.winnings end)
  ) w (kind, amount, captured, released)`;

/** What ends each settled option by its tape, and how. Computed here from the tape, not from what the row says. */
const ENDS = `
  select o.id, o.status, o.outcome, o.profit, coalesce(o.exit_seq, o.exit_mark) as exit_named, o.exit_price, o.settled_at, d.at as known_at, d.complete_to, d.seq, d.price,
    case when d.seq is null or o.entry_price is null then 'void' when d.price = o.entry_price then 'tie'
      when (d.price > o.entry_price) = (o.direction = ${DIRECTION.up}) then 'win' else 'lose' end as ends,
    option_winnings(o.stake, o.rate, o.decimals) as wins, o.stake
  from option_order o
  cross join lateral (
    select r.seq, r.price, o.expires_at as at, (select complete_to from tape_head where market_id = o.market_id) as complete_to
    from (select o.market_id, o.expires_at as until_at) u
    left join lateral (
      select t.seq, t.price, t.receive_time from tick t where t.market_id = u.market_id and t.receive_time <= u.until_at
      order by t.receive_time desc, t.seq desc limit 1
    ) r on r.receive_time >= u.until_at - o.fresh_ms * interval '1 millisecond'
    where o.rules = 1
    union all
    select coalesce(l.seq, n.seq), coalesce(l.price, n.price),
      case when l.seq is not null then o.expires_at else coalesce(n.time, o.expires_at + o.next_within_ms * interval '1 millisecond') end,
      (select complete_to from mark_head where market_id = o.market_id)
    from (select 1) u
    left join lateral (
      select k.seq, k.price from (
        select k.seq, k.price, k.time from mark k where k.market_id = o.market_id and not k.held and k.time <= o.expires_at order by k.time desc, k.seq desc limit 1
      ) k where k.time >= o.expires_at - o.fresh_ms * interval '1 millisecond') l on true
    left join lateral (
      select k.seq, k.price, k.time from mark k where l.seq is null and k.market_id = o.market_id and not k.held and k.time > o.expires_at
        and k.time <= o.expires_at + o.next_within_ms * interval '1 millisecond' order by k.time, k.seq limit 1) n on true
    where o.rules = 2 and o.line_seq is not null
    union all
    select null, null, o.placed_at + (o.line_delay_ms + o.line_within_ms) * interval '1 millisecond', (select complete_to from mark_head where market_id = o.market_id)
    where o.rules = 2 and o.line_seq is null
  ) d
  where o.status = ${OPTION_STATUS.settled}`;

/** Options by rules 2 and the mark that draws their line: the first, not held back, so long after acceptance. */
const LINES = `
  select o.id, o.status, o.line_seq, o.line_at, o.entry_price, o.expires_at, o.seconds, k.seq, k.price, k.time, o.placed_at, o.fresh_ms, o.market_id
  from option_order o
  left join lateral (
    select m.seq, m.price, m.time from mark m
    where m.market_id = o.market_id and not m.held and m.time >= o.placed_at + o.line_delay_ms * interval '1 millisecond'
      and m.time <= o.placed_at + (o.line_delay_ms + o.line_within_ms) * interval '1 millisecond'
    order by m.time, m.seq limit 1) k on true
  where o.rules = 2`;

/** What the audit looks at in options: each against its holds, its journals, the tape and the terms of its time. */
export const optionAudits: readonly SliceAudit[] = [
  {
    name: 'each open option holds its stake and its win, each ended one neither',
    key: 'option-holds',
    wrong: `select 'option ' || e.id || ': ' || e.kind as row
      from (${HOLDS}) e
      left join ledger_hold h on h.kind = e.kind and h.ref = e.id
      left join ledger_account a on a.id = h.account_id
      where (h.amount = e.amount and h.captured = e.captured and h.released = e.released
        and case e.kind when 'option-stake' then a.member_id = e.member_id and a.type = ${ACCOUNT_TYPE.options}
          else a.house = 'options' end) is not true
      union all
      select 'hold of no option ' || h.kind || ' ' || h.ref from ledger_hold h
      where h.kind in ('option-stake', 'option-payout') and not exists (select from option_order o where o.id = h.ref)`,
    figures: `select count(*) || ' options, ' || count(*) filter (where status = ${OPTION_STATUS.open}) || ' open, '
      || count(*) filter (where outcome = 'win') || ' won, '
      || count(*) filter (where outcome = 'lose') || ' lost, ' || count(*) filter (where outcome = 'tie') || ' tied, '
      || count(*) filter (where outcome = 'void') || ' void' as row
      from option_order`,
  },
  {
    name: 'each option was opened by one journal and, once ended, settled by one, to its owner',
    key: 'option-journals',
    wrong: `select 'option ' || o.id as row from option_order o
      left join ledger_journal b on b.cause_kind = 'option-open' and b.cause_id = o.id::text
      left join ledger_journal s on s.cause_kind = 'option-settle' and s.cause_id = o.id::text
      where b.id is null or b.actor_id is distinct from o.member_id or (s.id is not null) <> (o.status = ${OPTION_STATUS.settled})
      union all
      select 'option ' || o.id || ': what moved is not its ' || o.outcome
      from option_order o
      join ledger_journal s on s.cause_kind = 'option-settle' and s.cause_id = o.id::text
      cross join lateral (
        select coalesce(sum(case when t.member_id = o.member_id then l.amount when f.member_id = o.member_id then -l.amount end), 0) as got
        from ledger_transfer l join ledger_account f on f.id = l.from_account join ledger_account t on t.id = l.to_account
        where l.journal_id = s.id and l.from_account <> l.to_account) m
      where o.status = ${OPTION_STATUS.settled} and m.got <> o.profit
      union all
      select j.cause_kind || ' of no option ' || j.cause_id from ledger_journal j
      where j.cause_kind in ('option-open', 'option-settle') and not exists (select from option_order o where o.id::text = j.cause_id)`,
    figures: `select count(*) filter (where cause_kind = 'option-open') || ' opened, ' || count(*) filter (where cause_kind = 'option-settle') || ' settled' as row
      from ledger_journal where cause_kind like 'option-%'`,
  },
  {
    name: 'each option ended as the tape says, and not before it could be known',
    key: 'option-outcomes',
    wrong: `select 'option ' || r.id || ': ' || coalesce(r.outcome, 'nothing') || ' ' || coalesce(r.profit::text, '') || ', the tape says ' || r.ends as row
      from (${ENDS}) r
      where (r.outcome = r.ends and r.profit = case r.ends when 'win' then r.wins when 'lose' then -r.stake else 0 end
        and r.exit_named is not distinct from r.seq and r.exit_price is not distinct from r.price
        and r.settled_at >= r.known_at and r.complete_to >= r.known_at) is not true`,
    figures: `select count(*) || ' recomputed, ' || count(*) filter (where rules = 1) || ' of them by rules 1' as row
      from option_order where status = ${OPTION_STATUS.settled}`,
  },
  {
    name: 'each option by rules 1 began at the last tick of its moment',
    key: 'option-entries',
    wrong: `select 'option ' || o.id as row from option_order o left join tick e on e.market_id = o.market_id and e.seq = o.entry_seq
      where o.rules = 1 and ((e.price = o.entry_price and e.receive_time between o.placed_at - o.fresh_ms * interval '1 millisecond' and o.placed_at
        and o.expires_at = o.placed_at + o.seconds * interval '1 second') is not true
        or exists (select from tick t where t.market_id = o.market_id and t.receive_time < o.placed_at and t.receive_time >= e.receive_time and t.seq > o.entry_seq))`,
    figures: `select count(distinct (market_id, entry_seq)) || ' entry ticks' as row from option_order where rules = 1`,
  },
  {
    name: 'each line is the first mark after acceptance and its delay, on a market that was fresh',
    key: 'option-lines',
    wrong: `select 'option ' || l.id as row from (${LINES}) l
      where (case when l.line_seq is not null or l.status = ${OPTION_STATUS.settled}
          then (l.line_seq, l.entry_price, l.line_at) is not distinct from (l.seq, l.price, l.time) else true end
        and l.expires_at is not distinct from l.line_at + l.seconds * interval '1 second') is not true
        or not exists (select from mark k where k.market_id = l.market_id and not k.held
          and k.time between l.placed_at - l.fresh_ms * interval '1 millisecond' and l.placed_at)`,
    figures: `select count(*) filter (where line_seq is not null) || ' lines drawn, ' || count(*) filter (where line_seq is null) || ' without one' as row from option_order where rules = 2`,
  },
  {
    name: 'each option was taken on the terms of its time, the same for all',
    key: 'option-terms',
    // A process may not have heard of a change for two seconds.
    wrong: `select 'option ' || o.id as row from option_order o
      left join option_version_terms s on s.version = o.terms_version and s.seconds = o.seconds
      left join option_terms_version v on v.version = o.terms_version
      left join option_terms_version n on n.version = o.terms_version + 1
      where (o.rate = s.rate and o.stake between s.min and s.max and o.winnings = option_winnings(o.stake, o.rate, o.decimals)
        and v.at <= o.placed_at + interval '2 seconds' and (n.at is null or o.placed_at <= n.at + interval '2 seconds')) is not true`,
    figures: `select count(*) || ' versions of the terms' as row from option_terms_version`,
  },
];
