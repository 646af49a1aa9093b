import { LOAN_STATUS, REPAYMENT, type LoanRecord, type LoanStatus, type Repayment } from '@plimsoll/contract';
import type { ServerKey, Translate } from '@plimsoll/i18n/server';
import { amount, format, plus, rate, type Amount } from '@plimsoll/money';
import { lateDays, lateInterest, type LateLoan } from '@plimsoll/rules';
import { orderNumber } from '../../platform/order-number.ts';
import { KIND } from './loan.ts';

/** A loan in lists. */
export interface LoanListed {
  readonly id: string;
  readonly title: string;
  readonly amount: string;
  readonly interest: string;
  readonly total: string;
  readonly interest_rate: string;
  readonly days: number;
  readonly status: LoanStatus;
  readonly repayment_status: Repayment;
  readonly due_at: Date | null;
  readonly repaid_at: Date | null;
  readonly remark: string;
  readonly created_at: Date;
  readonly decimals: number;
  readonly runs_late: boolean;
  readonly overdue_at: Date | null;
  readonly late_interest: string;
}

/** Of `loan l` and its version of the offer, `s`. */
export const LISTED = `l.id, s.title, l.amount, l.interest, l.total, l.interest_rate, l.days, l.status, l.repayment_status, l.due_at, l.repaid_at, l.remark, l.created_at,
  l.decimals, l.runs_late, l.overdue_at, l.late_interest`;
/** Joins the offer's version `s` to `loan l`. */
export const OFFER_VERSION =
  'join loan_project_version s on s.project_id = l.project_id and s.version = l.project_version';

const STATUS_WORDS = {
  [LOAN_STATUS.applied]: 'terms.loanStatus.applied',
  [LOAN_STATUS.approved]: 'terms.loanStatus.approved',
  [LOAN_STATUS.refused]: 'terms.loanStatus.refused',
  [LOAN_STATUS.cancelled]: 'terms.loanStatus.cancelled',
} as const satisfies Record<LoanStatus, ServerKey>;
const REPAYMENT_WORDS = {
  [REPAYMENT.open]: 'terms.loanRepayment.open',
  [REPAYMENT.repaid]: 'terms.loanRepayment.repaid',
  [REPAYMENT.overdue]: 'terms.loanRepayment.overdue',
} as const satisfies Record<Repayment, ServerKey>;

function repaymentWords(status: LoanStatus, repayment: Repayment): ServerKey {
  switch (status) {
    case LOAN_STATUS.applied:
      return 'terms.loanRepayment.notDue';
    case LOAN_STATUS.approved:
      return REPAYMENT_WORDS[repayment];
    case LOAN_STATUS.refused:
      return 'terms.loanRepayment.notGranted';
    case LOAN_STATUS.cancelled:
      return 'terms.loanRepayment.cancelled';
  }
}

/** As repaid, or by `nowMs`. */
function lateBy(row: LoanListed, nowMs: number): { readonly days: number; readonly interest: Amount } {
  const loan: LateLoan = {
    amount: amount(row.amount),
    rate: rate(row.interest_rate),
    decimals: row.decimals,
    dueAtMs: row.due_at?.getTime() ?? null,
    isOverdue: row.overdue_at !== null,
    runsLate: row.runs_late,
  };
  if (row.repaid_at !== null)
    return { days: lateDays(loan, row.repaid_at.getTime()), interest: amount(row.late_interest) };
  return { days: lateDays(loan, nowMs), interest: lateInterest(loan, nowMs) };
}

/** As its member sees it at `nowMs` (docs/wire/loans.md). */
export function loanRecordOf(row: LoanListed, translate: Translate, nowMs: number): LoanRecord {
  const late = lateBy(row, nowMs);
  return {
    // not money: an id, a number on the wire
    id: Number(row.id),
    title: row.title,
    order_num: orderNumber(KIND, row.id, row.created_at),
    amount: format(amount(row.amount)),
    interest: format(amount(row.interest)),
    repayment_time: row.due_at?.toISOString() ?? null,
    total_amount: format(amount(row.total)),
    late_days: late.days,
    late_interest: format(late.interest),
    total_due: format(plus(amount(row.total), late.interest)),
    is_repayment: row.repayment_status,
    is_repayment_text: translate(repaymentWords(row.status, row.repayment_status)),
    status: row.status,
    status_text: translate(STATUS_WORDS[row.status]),
    interest_rate: format(rate(row.interest_rate)),
    cycle: row.days,
    remark: row.remark,
    addtime: row.created_at.toISOString(),
    repaid_time: row.repaid_at?.toISOString() ?? null,
  };
}
