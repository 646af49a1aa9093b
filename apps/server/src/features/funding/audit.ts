import { ACCOUNT_TYPE, RECORD_STATUS } from '@plimsoll/contract';
import { formatShort } from '@plimsoll/money';
import { journalLines, type SliceAudit } from '../../ledger/index.ts';
import { GIFT } from './give-demo-funds.ts';

/** Of a withdrawal `w`; FUNDS is an open SQL string that continues. */
const FUNDS = `w.member_id || '/${ACCOUNT_TYPE.funds}`;
const OF_HOLD = `w.coin_id || ' withdrawal ' || w.id`;
const HELD = `${FUNDS} > ' || ${FUNDS} frozen ' || trim_scale(w.amount) || ' ' || ${OF_HOLD}`;
const BACK = `${FUNDS} frozen > ' || ${FUNDS} ' || trim_scale(w.amount) || ' ' || ${OF_HOLD}`;
const capturedBy = (house: string, part: string) =>
  `${FUNDS} frozen > ${house} ' || trim_scale(w.${part}) || ' ' || ${OF_HOLD}`;
const SENT = `${capturedBy('outside', 'net')} || case when w.fee > 0 then ', ' || ${capturedBy('fees', 'fee')} else '' end`;

/** By its own worth, or by the day's sums at the first approval. */
const NEEDED = 'case when w.needs_two then 2 else w.approvals_needed end';

/** Rows, journals, holds and approvals agree, and nothing else has their causes. */
export const fundingAudits: readonly SliceAudit[] = [
  {
    name: 'each gift of a demo is one journal, and a member gets one a day',
    key: 'demo-gifts',
    wrong: `select coalesce('gift ' || g.member_id || '.' || g.n, 'journal ' || l.cause_id) as row
      from (select g.*, lag(g.at) over (partition by g.member_id order by g.n) as before_at from demo_gift g) g
      full join ${journalLines('demo-gift')} l on l.cause_id = g.member_id || '.' || g.n
      where (l.lines = 'outside > ' || g.member_id || '/${ACCOUNT_TYPE.funds} ${formatShort(GIFT)} ' || (select id from coin where title = 'USDT')
        and l.actor_kind = 'member' and l.actor_id = g.member_id) is not true or g.at < g.before_at + interval '24 hours'`,
    figures: `select count(*) || ' gifts' as row from demo_gift`,
  },
  {
    name: 'each deposit that was approved is one journal of one line, and no other deposit has any',
    key: 'recharges',
    wrong: `select coalesce('deposit ' || r.id || ', status ' || r.status, 'no deposit ' || j.cause_id) || '; its journal: ' || coalesce(j.lines, 'none') as row
      from recharge r
      full join ${journalLines('recharge')} j on j.cause_id = r.id::text
      where (case when r.status = ${RECORD_STATUS.completed} then j.actor_kind = 'operator' and j.actor_id = r.decided_by
          and j.lines = 'outside > ' || r.member_id || '/${ACCOUNT_TYPE.funds} ' || trim_scale(r.credited) || ' ' || r.coin_id
        else r.id is not null and j.id is null end) is not true`,
    figures: `select count(*) || ' deposits, ' || count(*) filter (where status = ${RECORD_STATUS.completed}) || ' credited' as row
      from recharge`,
  },
  {
    name: 'each withdrawal is held at its request, and its end is what became of it',
    key: 'withdrawals',
    wrong: `select 'withdrawal ' || coalesce(w.id::text, q.cause_id, s.cause_id, b.cause_id) || ', status ' || coalesce(w.status::text, 'none') || '; asked: ' || coalesce(q.lines, 'none')
        || '; sent: ' || coalesce(s.lines, 'none') || '; refused: ' || coalesce(b.lines, 'none') as row
      from withdrawal w
      full join ${journalLines('withdrawal-request')} q on q.cause_id = w.id::text
      full join ${journalLines('withdrawal')} s on s.cause_id = w.id::text
      full join ${journalLines('withdrawal-refusal')} b on b.cause_id = w.id::text
      where (w.id is not null and q.lines = ${HELD} and q.actor_kind = 'member' and q.actor_id = w.member_id
        and case w.status
          when ${RECORD_STATUS.pending} then s.id is null and b.id is null
          when ${RECORD_STATUS.completed} then s.lines = ${SENT} and s.actor_kind = 'operator' and s.actor_id = w.decided_by and b.id is null
          else b.lines = ${BACK} and b.actor_kind = 'operator' and b.actor_id = w.decided_by and s.id is null end) is not true`,
    figures: `select count(*) || ' withdrawals, ' || count(*) filter (where status = ${RECORD_STATUS.pending}) || ' under review, '
      || count(*) filter (where status = ${RECORD_STATUS.completed}) || ' sent' as row from withdrawal`,
  },
  {
    name: 'each withdrawal that was sent has the approvals it needed, of as many operators, and no other has all',
    key: 'approvals',
    wrong: `select 'withdrawal ' || w.id || ', status ' || w.status || ': ' || a.given || ' approvals of ' || a.operators || ' operators, needed ' || ${NEEDED} as row
      from withdrawal w
      cross join lateral (select count(*) as given, count(distinct operator_id) as operators from withdrawal_approval where withdrawal_id = w.id) a
      where (a.given = a.operators and case when w.status = ${RECORD_STATUS.completed}
        then a.given = ${NEEDED} else a.given < ${NEEDED} end) is not true`,
    figures: `select count(*) || ' approvals' as row from withdrawal_approval`,
  },
  {
    name: 'each address says how many withdrawals were sent to it',
    key: 'address-uses',
    wrong: `select 'address ' || p.id || ': ' || p.used || ', sent ' || coalesce(w.sent, 0) as row from payout_address p
      left join (
        select address_id, count(*) as sent from withdrawal
        where status = ${RECORD_STATUS.completed} and address_id is not null group by address_id) w on w.address_id = p.id
      where p.used <> coalesce(w.sent, 0)`,
    figures: `select count(*) || ' addresses' as row from payout_address`,
  },
];
