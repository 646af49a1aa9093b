import { WITHDRAW_TYPE } from '@plimsoll/contract/codes/funding';
import { IDENTITY_STATUS } from '@plimsoll/contract/codes/identity';
import { OUT_HOURS } from '@plimsoll/contract/figures';
import { RECORD_STATUS } from '@plimsoll/contract';
import { type TimelineStep, type WithdrawalRecord } from '@plimsoll/contract/funding';
import type { WithdrawalForOperator } from '@plimsoll/contract/operator';
import { amount, format } from '@plimsoll/money';
import type { ReviewedWithdrawalRow, WithdrawalRow } from './withdrawal-store.ts';

/** Refusals are shown so long. */
const LATELY_MS = 30 * 24 * 60 * 60 * 1000;
/** Withdrawals wait so long after a change (RULES 8). */
const WAIT_MS = OUT_HOURS * 60 * 60 * 1000;

function timelineOf({
  created_at,
  approved_by,
  approved_at,
  status,
  decided_by,
  decided_at,
}: WithdrawalRow): TimelineStep[] {
  const [first] = approved_at;
  // not money: operators' numbers
  const [approver, decider] = [Number(approved_by[0]), Number(decided_by)];
  return [
    { at: created_at.toISOString(), step: 'requested', by: null },
    ...(first ? [{ at: first.toISOString(), step: 'approved' as const, by: approver }] : []),
    ...(decided_at
      ? [
          {
            at: decided_at.toISOString(),
            step: status === RECORD_STATUS.refused ? ('refused' as const) : ('sent' as const),
            by: decider,
          },
        ]
      : []),
  ];
}

/** A withdrawal as its member sees it (docs/wire/assets.md), but for how long it usually takes. */
export const withdrawalRecordOf = (row: WithdrawalRow): Omit<WithdrawalRecord, 'usual_minutes'> => ({
  // not money: an id, a number on the wire
  id: Number(row.id),
  coinName: row.coin,
  mum: format(amount(row.amount)),
  fee: format(amount(row.fee)),
  net: format(amount(row.net)),
  status: row.status,
  withdraw_type: row.method,
  address: row.address,
  coin_net: row.network_or_bank,
  remark: row.remark,
  addtime: row.created_at.toISOString(),
  updatetime: (row.decided_at ?? row.approved_at.at(-1) ?? row.created_at).toISOString(),
  approvals_needed: row.approvals_needed,
  timeline: timelineOf(row),
});

/** As it was after the first of two approvals, whatever happened since. */
export const afterFirstApproval = (row: ReviewedWithdrawalRow): ReviewedWithdrawalRow => ({
  ...row,
  status: RECORD_STATUS.pending,
  decided_by: null,
  decided_at: null,
  remark: '',
  approved_by: row.approved_by.slice(0, 1),
  approved_at: row.approved_at.slice(0, 1),
});

type Check = WithdrawalForOperator['checks'][number];

function checksOf(row: ReviewedWithdrawalRow, isInDebt: boolean, nowMs: number): Check[] {
  const newest = Math.max(
    ...[row.password_changed_at, row.pay_password_changed_at, row.bound_at].map((change) => change?.getTime() ?? 0),
  );
  const refusedLately = row.refused_at !== null && row.refused_at.getTime() > nowMs - LATELY_MS;
  const check = (name: Check['check'], passed: boolean, at: Date | null = null, remark = ''): Check => ({
    check: name,
    passed,
    at: at?.toISOString() ?? null,
    remark,
  });
  return [
    check('held', row.is_held, row.created_at),
    check('identity', row.identity_status === IDENTITY_STATUS.certified),
    check('no_overdue_loan', !isInDebt),
    check('older_than_a_day', newest + WAIT_MS <= nowMs, new Date(newest)),
    check('not_frozen', !row.frozen),
    refusedLately
      ? check('no_refusal_lately', false, row.refused_at, row.refused_remark ?? '')
      : check('no_refusal_lately', true),
  ];
}

/** A withdrawal as operators see it. */
export function withdrawalForOperatorOf(
  row: ReviewedWithdrawalRow,
  { isInDebt, nowMs }: { readonly isInDebt: boolean; readonly nowMs: number },
): WithdrawalForOperator {
  return {
    ...withdrawalRecordOf(row),
    // not money: ids, numbers on the wire
    member_id: Number(row.member_id),
    username: row.username,
    c_id: Number(row.coin_id),
    bank_name: row.method === WITHDRAW_TYPE.bank ? row.network_or_bank : '',
    card_name: row.card_name,
    bound_at: row.bound_at.toISOString(),
    used: row.used,
    worth: row.worth === null ? null : format(amount(row.worth)),
    approvals: row.approved_by.map((by, index) => ({
      // not money: an operator's number
      by: Number(by),
      username: row.approved_names[index] ?? '',
      at: (row.approved_at[index] ?? row.created_at).toISOString(),
      remark: row.approved_remarks[index] ?? '',
    })),
    checks: checksOf(row, isInDebt, nowMs),
  };
}
