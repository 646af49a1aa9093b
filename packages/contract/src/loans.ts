import { z } from 'zod';
import { call, decimal, id, listOf, time } from './call.ts';
import { LOAN_STATUS, REPAYMENT } from './codes/loans.ts';
import {
  amountField,
  choiceField,
  fields,
  idField,
  imageLinkField,
  limitField,
  optional,
  pageField,
} from './fields.ts';

export const loanStatus = z.union([
  z.literal(LOAN_STATUS.applied),
  z.literal(LOAN_STATUS.approved),
  z.literal(LOAN_STATUS.refused),
  z.literal(LOAN_STATUS.cancelled),
]);

export const repayment = z.union([
  z.literal(REPAYMENT.open),
  z.literal(REPAYMENT.repaid),
  z.literal(REPAYMENT.overdue),
]);

/** A loan that is offered. */
export const loanProject = z.object({
  id,
  title: z.string(),
  /** The institution that lends. */
  mechanism: z.string(),
  /** Minimum and maximum, in USDT. */
  minprice: decimal,
  maxprice: decimal,
  /** Percent a day. */
  interest_rate: decimal,
  /** Days of 24 hours until it is repaid at once. */
  cycle: z.int().positive(),
  /** Places of USDT, in which interest is rounded. */
  decimals: z.int().min(0).max(8),
});
export type LoanProject = z.output<typeof loanProject>;

/** Offered loans, or the one of `id`. */
export const getLoanProjects = call({
  name: 'getLoanProjects',
  member: true,
  input: fields({ id: optional(idField()) }),
  output: listOf(loanProject),
});

/** In whole USDT. Rate, days and interest are fixed; no money moves before an approval (RULES 6). */
export const applyLoan = call({
  name: 'applyLoan',
  member: true,
  idempotent: true,
  input: fields({
    id: idField(),
    amount: amountField(),
    front_card: imageLinkField(),
    later_card: imageLinkField(),
    handheld_card: imageLinkField(),
  }),
  output: z.object({ id, order_num: z.string() }),
  reasons: [
    'switched_off',
    'bad_amount',
    'bad_image',
    'not_found',
    'amount_below_minimum',
    'amount_above_maximum',
    'overdue_loan',
    'frozen_member',
  ],
});

/** While it is under review, by its applicant. */
export const cancelLoanApply = call({
  name: 'cancelLoanApply',
  member: true,
  idempotent: true,
  input: fields({ id: idField() }),
  reasons: ['not_found', 'loan_decided'],
});

/** Repays all of it out of funds, before or after its due time. */
export const repayLoan = call({
  name: 'repayLoan',
  member: true,
  idempotent: true,
  input: fields({ id: idField() }),
  reasons: ['not_found', 'nothing_to_repay', 'insufficient_balance'],
});

export const loanRecord = z.object({
  id,
  title: z.string(),
  order_num: z.string(),
  amount: decimal,
  /** For all days: amount × rate × days / 100. */
  interest: decimal,
  /** When the total is collected; null before approval. */
  repayment_time: time.nullable(),
  /** Amount and interest. */
  total_amount: decimal,
  /** Full days overdue. */
  late_days: z.int().nonnegative(),
  /** Interest for those days. */
  late_interest: decimal,
  /** Total and late interest: what repayment takes, or took. */
  total_due: decimal,
  is_repayment: repayment,
  is_repayment_text: z.string(),
  status: loanStatus,
  status_text: z.string(),
  /** Percent a day, and days, as agreed. */
  interest_rate: decimal,
  cycle: z.int().positive(),
  /** The operator's remark. */
  remark: z.string(),
  addtime: time,
  /** When it was repaid. */
  repaid_time: time.nullable(),
});
export type LoanRecord = z.output<typeof loanRecord>;

/** Newest first; `status` 0 or none for all. */
export const getLoanRecords = call({
  name: 'getLoanRecords',
  member: true,
  input: fields({ status: optional(choiceField('0', '1', '2', '3', '4')), page: pageField(), limit: limitField() }),
  output: listOf(loanRecord),
});
