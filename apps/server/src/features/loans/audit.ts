import { ACCOUNT_TYPE, LOAN_STATUS, REPAYMENT } from '@plimsoll/contract';
import { journalLines, type SliceAudit } from '../../ledger/index.ts';

// Expected lines of a loan `l`.
const LENT = `'loans > ' || l.member_id || '/${ACCOUNT_TYPE.funds} ' || trim_scale(l.amount) || ' ' || l.coin_id`;
const REPAID = `l.member_id || '/${ACCOUNT_TYPE.funds} > loans ' || trim_scale(l.amount) || ' ' || l.coin_id
  || case when l.interest + l.late_interest > 0 then ', ' || l.member_id || '/${ACCOUNT_TYPE.funds} > fees ' || trim_scale(l.interest + l.late_interest) || ' ' || l.coin_id else '' end`;
// Rounding error of an interest in units of the coin's last place; a half must round to even.
const off = (interest: string, days: string): string =>
  `(${interest} - l.amount * l.interest_rate * ${days} * 0.01) * (10::numeric ^ l.decimals)`;
const isRounded = (interest: string, days: string): string =>
  `(abs(${off(interest, days)}) < 0.5 or abs(${off(interest, days)}) = 0.5 and mod(${interest} * (10::numeric ^ l.decimals), 2) = 0)`;
const DAYS_LATE = 'greatest(0, floor(extract(epoch from (l.repaid_at - l.due_at)) / 86400))';

/** Rows and journals agree, each loan is credited and repaid at most once, and terms are as agreed. */
export const loanAudits: readonly SliceAudit[] = [
  {
    name: 'each loan is credited when it was approved and repaid whole when it was repaid, and no other has a journal',
    key: 'loans',
    wrong: `select 'loan ' || coalesce(l.id::text, g.cause_id, r.cause_id) || ', status ' || coalesce(l.status::text, 'none') || ', repayment ' || coalesce(l.repayment_status::text, 'none')
        || '; credited: ' || coalesce(g.lines, 'none') || '; repaid: ' || coalesce(r.lines, 'none') as row
      from loan l
      full join ${journalLines('loan')} g on g.cause_id = l.id::text
      full join ${journalLines('loan-repayment')} r on r.cause_id = coalesce(l.id::text, g.cause_id)
      where (l.id is not null
        and case when l.status = ${LOAN_STATUS.approved} then g.lines = ${LENT} and g.actor_kind = 'operator' and g.actor_id = l.decided_by else g.id is null end
        and case when l.repayment_status = ${REPAYMENT.repaid}
          then r.lines = ${REPAID} and case when l.repaid_by_member then r.actor_kind = 'member' and r.actor_id = l.member_id else r.actor_kind = 'clock' end
          else r.id is null end) is not true`,
    figures: `select count(*) || ' loans, ' || count(*) filter (where status = ${LOAN_STATUS.applied}) || ' applied for, '
      || count(*) filter (where status = ${LOAN_STATUS.approved} and repayment_status <> ${REPAYMENT.repaid}) || ' out, '
      || count(*) filter (where repayment_status = ${REPAYMENT.overdue}) || ' overdue' as row from loan`,
  },
  {
    name: 'each loan costs what was agreed, rounded half to even, and falls due its days after approval',
    key: 'loan-terms',
    wrong: `select 'loan ' || l.id || ': ' || l.amount || ' at ' || l.interest_rate || ' for ' || l.days || ' days, interest ' || l.interest || ', total ' || l.total
        || ', decided ' || coalesce(l.decided_at::text, 'not') || ', due ' || coalesce(l.due_at::text, 'never') as row
      from loan l left join loan_project_version s on s.project_id = l.project_id and s.version = l.project_version
      where (l.total = l.amount + l.interest and l.amount = trunc(l.amount)
        and s.interest_rate = l.interest_rate and s.days = l.days and l.amount between s.min_amount and s.max_amount
        and ${isRounded('l.interest', 'l.days')}
        and case when l.status = ${LOAN_STATUS.approved} then l.due_at = l.decided_at + l.days * interval '24 hours' else l.due_at is null end
        and (l.overdue_at is null or l.overdue_at >= l.due_at) and (l.repaid_at is null or l.repaid_by_member or l.repaid_at >= l.due_at)) is not true`,
    figures: `select count(distinct (project_id, project_version)) || ' offers' as row from loan`,
  },
  {
    name: 'each loan repaid late cost its rate for each full day that it was overdue, where it was agreed, and no other did',
    key: 'loan-late',
    wrong: `select 'loan ' || l.id || ': ' || l.amount || ' at ' || l.interest_rate || ', due ' || coalesce(l.due_at::text, 'never') || ', overdue ' || coalesce(l.overdue_at::text, 'never')
        || ', repaid ' || coalesce(l.repaid_at::text, 'not') || ', late interest ' || l.late_interest || case when l.runs_late then '' else ', none agreed' end as row
      from loan l
      where (case when l.runs_late and l.repayment_status = ${REPAYMENT.repaid} and l.overdue_at is not null then ${isRounded('l.late_interest', DAYS_LATE)} else l.late_interest = 0 end) is not true`,
    figures: `select count(*) filter (where late_interest > 0) || ' repaid late, ' || coalesce(trim_scale(sum(late_interest)), 0) || ' USDT for it' as row from loan`,
  },
];
