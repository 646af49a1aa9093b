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

/** What speaks for and against lending, as it stands now. */
export const loanCheck = z.object({
  check: z.enum(['identity', 'not_frozen', 'no_overdue_loan', 'images_differ', 'house_can_pay', 'no_refusal_lately']),
  passed: z.boolean(),
  /** When what is checked happened, where it did. */
  at: time.nullable(),
  /** Words of a former refusal. */
  remark: z.string(),
});

/** Another loan of the same member. */
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

/** A loan under review, running, or over. */
export const loanForOperator = loanRecord.extend({
  ...ofMember,
  credit_score: z.int(),
  /** The offer it was made on, and which of its versions. */
  project_id: id,
  project_version: z.int().positive(),
  /** Links to the three images that open for an hour. */
  front_card: z.string(),
  later_card: z.string(),
  handheld_card: z.string(),
  /** Who approved or refused it, and when; when it was cancelled, for one that was. */
  decided: z.object({ by: id.nullable(), username: z.string(), at: time }).nullable(),
  /** When it was found that it could not be collected. */
  overdue_time: time.nullable(),
  /** True when its member repaid it before it was collected. */
  repaid_by_member: z.boolean(),
  /** What of it is owed and past its time by all of the member's loans, this one too. */
  member_overdue: decimal,
  /** The newest of the member's other loans. */
  other_loans: z.array(otherLoan),
  checks: z.array(loanCheck),
});
export type LoanForOperator = z.output<typeof loanForOperator>;

/** `status` is one of a loan's, or `overdue`; `q` a loan's number or id, or a member's id or username. Newest first. */
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
/** Credits it out of the house's `loans`; it is collected at this moment plus its days. */
export const approveLoan = operatorCall('POST', '/loans/{id}/approve', {
  role: 'treasurer',
  input: decide,
  output: loanForOperator,
  fresh: true,
  reasons: ['not_found', 'already_decided', 'overdue_loan', 'house_limit'],
});
/** The remark is the member's to read, and needed. */
export const rejectLoan = operatorCall('POST', '/loans/{id}/reject', {
  role: 'treasurer',
  input: decide,
  output: loanForOperator,
  reasons: ['not_found', 'already_decided', 'remark_needed'],
});
