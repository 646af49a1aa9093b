import { z } from 'zod';
import { decimal, id, time } from '../call.ts';
import { idField, optional } from '../fields.ts';
import { loanRecord, loanStatus, repayment } from '../loans.ts';
import { operatorCall } from './operator-call.ts';
import { beforeField, byId, listFields, ofMember, pageOf, remarkField } from './operator-fields.ts';

const lists = z.strictObject({
  ...listFields({ statuses: ['1', '2', '3', '4', 'overdue'] }),
  ...beforeField,
  member_id: optional(idField()),
});
const decide = z.strictObject({ ...byId, remark: remarkField() });

export const loanCheck = z.object({
  check: z.enum(['identity', 'not_frozen', 'no_overdue_loan', 'images_differ', 'house_can_pay', 'no_refusal_lately']),
  passed: z.boolean(),
  /** When what is checked happened, if it did. */
  at: time.nullable(),
  /** Remark of a former refusal. */
  remark: z.string(),
});

export const otherLoan = z.object({
  id,
  order_num: z.string(),
  title: z.string(),
  amount: decimal,
  total_amount: decimal,
  status: loanStatus,
  is_repayment: repayment,
  repayment_time: time.nullable(),
  addtime: time,
});

export const loanForOperator = loanRecord.extend({
  ...ofMember,
  credit_score: z.int(),
  /** The offer, and its version. */
  project_id: id,
  project_version: z.int().positive(),
  /** Links; they expire after an hour. */
  front_card: z.string(),
  later_card: z.string(),
  handheld_card: z.string(),
  /** Who decided it, and when; of a cancelled one, when it was. */
  decided: z.object({ by: id.nullable(), username: z.string(), at: time }).nullable(),
  /** When it could not be collected. */
  overdue_time: time.nullable(),
  /** Repaid before it was collected. */
  repaid_by_member: z.boolean(),
  /** The member's overdue debt on all loans. */
  member_overdue: decimal,
  /** The newest of the member's other loans. */
  other_loans: z.array(otherLoan),
  checks: z.array(loanCheck),
});
export type LoanForOperator = z.output<typeof loanForOperator>;

/** Newest first. `status` is a loan's, or `overdue`; `q` a loan's number or id, or a member's id or username. */
export const listLoans = operatorCall('GET', '/loans', {
  role: 'viewer',
  input: lists,
  output: pageOf(loanForOperator),
});
export const readLoan = operatorCall('GET', '/loans/{id}', {
  role: 'viewer',
  input: z.strictObject(byId),
  output: loanForOperator,
  reasons: ['not_found'],
});
/** Credits it from the house account `loans`; its days begin now. */
export const approveLoan = operatorCall('POST', '/loans/{id}/approve', {
  role: 'treasurer',
  input: decide,
  output: loanForOperator,
  fresh: true,
  reasons: ['not_found', 'already_decided', 'overdue_loan', 'house_limit'],
});
/** The remark is required; the member reads it. */
export const rejectLoan = operatorCall('POST', '/loans/{id}/reject', {
  role: 'treasurer',
  input: decide,
  output: loanForOperator,
  reasons: ['not_found', 'already_decided', 'remark_needed'],
});
