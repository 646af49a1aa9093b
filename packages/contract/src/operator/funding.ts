import { z } from 'zod';
import { decimal, id, time } from '../call.ts';
import { amountField, idField, optional } from '../fields.ts';
import { rechargeRecord, timelineStep, withdrawalRecord } from '../funding.ts';
import { operatorCall, twoOperators } from './operator-call.ts';
import { beforeField, byId, ifGiven, listFields, ofMember, pageOf, remarkField } from './operator-fields.ts';

const statuses = ['1', '2', '3'] as const;
const lists = z.strictObject({
  ...listFields({ statuses, sorts: ['id'] }),
  ...beforeField,
  member_id: optional(idField()),
});
const decide = z.strictObject({ ...byId, remark: remarkField() });

/** `num` is what was credited, else what is claimed. */
export const rechargeForOperator = rechargeRecord.extend({
  ...ofMember,
  c_id: id,
  a_id: id,
  /** Link to the proof; expires after an hour. */
  payimg: z.string(),
  /** Deposits of any member with the same image as proof. */
  duplicate_of: z.array(id),
});
export type RechargeForOperator = z.output<typeof rechargeForOperator>;

export const listRecharges = operatorCall('GET', '/recharges', {
  role: 'viewer',
  input: lists,
  output: pageOf(rechargeForOperator),
});
export const readRecharge = operatorCall('GET', '/recharges/{id}', {
  role: 'viewer',
  input: z.strictObject(byId),
  output: rechargeForOperator,
  reasons: ['not_found'],
});
/**
 * Credits `amount`, or the claim when it is missing or empty. Above the claim, or above the threshold together with
 * what the member was credited, or the operator credited, within 24 hours, it needs two operators (RULES 8).
 */
export const approveRecharge = twoOperators(
  operatorCall('POST', '/recharges/{id}/approve', {
    role: 'clerk',
    input: z.strictObject({ ...byId, remark: remarkField(), amount: ifGiven(amountField()) }),
    output: rechargeForOperator,
    fresh: true,
    reasons: ['not_found', 'already_decided', 'bad_amount', 'amount_above_maximum', 'same_operator'],
  }),
  ['amount'],
);
/** The remark is required; the member reads it. */
export const rejectRecharge = operatorCall('POST', '/recharges/{id}/reject', {
  role: 'clerk',
  input: decide,
  output: rechargeForOperator,
  reasons: ['not_found', 'already_decided', 'remark_needed'],
});

export const withdrawalCheck = z.object({
  check: z.enum(['held', 'identity', 'no_overdue_loan', 'older_than_a_day', 'not_frozen', 'no_refusal_lately']),
  passed: z.boolean(),
  /** When what is checked happened, if it did. */
  at: time.nullable(),
  /** Remark of a former refusal. */
  remark: z.string(),
});

/** A withdrawal. */
export const withdrawalForOperator = withdrawalRecord.extend({
  ...ofMember,
  c_id: id,
  /** Of a bank card. */
  bank_name: z.string(),
  card_name: z.string(),
  /** When the place was bound, and how many withdrawals went to it since. */
  bound_at: time,
  used: z.int().min(0),
  /** Worth in USDT at the request; null without a price, which counts as above every threshold. */
  worth: decimal.nullable(),
  approvals: z.array(z.object({ by: id, username: z.string(), at: time, remark: z.string() })),
  checks: z.array(withdrawalCheck),
  timeline: z.array(timelineStep),
});
export type WithdrawalForOperator = z.output<typeof withdrawalForOperator>;

export const listWithdrawals = operatorCall('GET', '/withdrawals', {
  role: 'viewer',
  input: lists,
  output: pageOf(withdrawalForOperator),
});
export const readWithdrawal = operatorCall('GET', '/withdrawals/{id}', {
  role: 'viewer',
  input: z.strictObject(byId),
  output: withdrawalForOperator,
  reasons: ['not_found'],
});
/** The last approval sends it. The first of two answers 202, a second of the same operator 409 `same_operator`. */
export const approveWithdrawal = operatorCall('POST', '/withdrawals/{id}/approve', {
  role: 'treasurer',
  input: decide,
  output: withdrawalForOperator,
  isDone: ({ status }) => status !== 1,
  fresh: true,
  reasons: ['not_found', 'already_decided', 'same_operator', 'not_established'],
});
export const rejectWithdrawal = operatorCall('POST', '/withdrawals/{id}/reject', {
  role: 'treasurer',
  input: decide,
  output: withdrawalForOperator,
  reasons: ['not_found', 'already_decided', 'remark_needed'],
});
