import { MEMBER_TRANSFER_STATUS } from '@plimsoll/contract/codes/transfers';
import { ACCOUNT_TYPE } from '@plimsoll/contract';
import { journalLines, type SliceAudit } from '../../ledger/index.ts';

// Expected lines of a transfer `t`.
const FUNDS = `t.member_id || '/${ACCOUNT_TYPE.funds}`;
const HOLD = `' ' || t.coin_id || ' member-transfer ' || t.id`;
const paid = (
  part: string,
  end: string,
) => `${FUNDS}${part} > ' || t.to_member_id || '/${ACCOUNT_TYPE.funds} ' || trim_scale(t.net) || ${end}
  || case when t.fee > 0 then ', ' || ${FUNDS}${part} > fees ' || trim_scale(t.fee) || ${end} else '' end`;
const SENT = paid('', `' ' || t.coin_id`);
const ARRIVED = paid(' frozen', HOLD);
const HELD = `${FUNDS} > ' || ${FUNDS} frozen ' || trim_scale(t.amount) || ${HOLD}`;
const BACK = `${FUNDS} frozen > ' || ${FUNDS} ' || trim_scale(t.amount) || ${HOLD}`;
const bySender = (journal: string) => `${journal}.actor_kind = 'member' and ${journal}.actor_id = t.member_id`;

/**
 * Audits of member transfers: rows and journals agree, each ended at most once and in time, and follows from its terms.
 */
export const transferAudits: readonly SliceAudit[] = [
  {
    name: 'each transfer to another member is moved at once, or held and ended once, as its row says',
    key: 'member-transfers',
    wrong: `select 'transfer ' || coalesce(t.id::text, s.cause_id, h.cause_id, a.cause_id, b.cause_id) || ', status ' || coalesce(t.status::text, 'none') || '; sent: ' || coalesce(s.lines, 'none')
        || '; held: ' || coalesce(h.lines, 'none') || '; arrived: ' || coalesce(a.lines, 'none') || '; cancelled: ' || coalesce(b.lines, 'none') as row
      from member_transfer t
      full join ${journalLines('member-transfer')} s on s.cause_id = t.id::text
      full join ${journalLines('member-transfer-hold')} h on h.cause_id = t.id::text
      full join ${journalLines('member-transfer-arrival')} a on a.cause_id = t.id::text
      full join ${journalLines('member-transfer-cancel')} b on b.cause_id = t.id::text
      where (t.id is not null and case when t.days = 0
        then s.lines = ${SENT} and ${bySender('s')} and h.id is null and a.id is null and b.id is null
        else s.id is null and h.lines = ${HELD} and ${bySender('h')} and case t.status
          when ${MEMBER_TRANSFER_STATUS.transferring} then a.id is null and b.id is null
          when ${MEMBER_TRANSFER_STATUS.finished} then a.lines = ${ARRIVED} and a.actor_kind = 'clock' and b.id is null
          else b.lines = ${BACK} and ${bySender('b')} and a.id is null end
        end) is not true`,
    figures: `select count(*) || ' transfers, ' || count(*) filter (where status = ${MEMBER_TRANSFER_STATUS.transferring}) || ' on their way, '
      || count(*) filter (where status = ${MEMBER_TRANSFER_STATUS.cancelled}) || ' cancelled' as row from member_transfer`,
  },
  {
    name: 'each transfer to another member costs what was agreed and ends on its side of the arrival',
    key: 'member-transfer-terms',
    wrong: `select 'transfer ' || t.id || ': ' || t.amount || ' less ' || t.fee || ' at ' || t.rate || ', placed ' || t.placed_at || ', arrives ' || t.arrives_at || ', ended ' || coalesce(t.ended_at::text, 'not') as row
      from member_transfer t
      where (t.fee = trunc(t.amount * t.rate, t.decimals) and t.net = t.amount - t.fee and t.arrives_at = t.placed_at + t.days * interval '24 hours'
        and case t.status when ${MEMBER_TRANSFER_STATUS.transferring} then t.ended_at is null
          when ${MEMBER_TRANSFER_STATUS.finished} then t.ended_at >= t.arrives_at else t.ended_at < t.arrives_at end) is not true`,
    figures: `select count(distinct (rate, days)) || ' terms' as row from member_transfer`,
  },
];
