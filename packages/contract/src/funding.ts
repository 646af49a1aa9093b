import { z } from 'zod';
import { recordFilter } from './assets.ts';
import { call, decimal, flag, id, listOf, time } from './call.ts';
import { RECORD_STATUS } from './codes/assets.ts';
import { FEE_TYPE, WITHDRAW_TYPE } from './codes/funding.ts';
import {
  amountField,
  fields,
  fundsField,
  idField,
  idOrNoneField,
  imageLinkField,
  lenientTextField,
  optional,
  payPasswordField,
  withdrawTypeField,
} from './fields.ts';
import { LOGIN_REASONS, SECOND_REASONS, secondFields } from './security.ts';

/** Demo mode only: 10 000 USDT to funds, once a day. */
export const demoFunds = call({
  name: 'demoFunds',
  member: true,
  idempotent: true,
  reasons: ['already_given', 'switched_off', 'house_limit'],
});

const withdrawType = z.literal(Object.values(WITHDRAW_TYPE));

/** Oldest first. */
export const timelineStep = z.object({
  at: time,
  /** `approved` by the first operator or the only one; `sent`, `credited` and `refused` end it. */
  step: z.enum(['requested', 'approved', 'sent', 'credited', 'refused']),
  /** The operator; null for the member's own step. */
  by: id.nullable(),
});
export type TimelineStep = z.output<typeof timelineStep>;

const recordStatus = z.union([
  z.literal(RECORD_STATUS.pending),
  z.literal(RECORD_STATUS.completed),
  z.literal(RECORD_STATUS.refused),
]);

export const rechargeRecord = z.object({
  id,
  coinName: z.string(),
  /** What was credited; else what is claimed. */
  num: decimal,
  claimed: decimal,
  status: recordStatus,
  /** An address, or a bank account's number. */
  address: z.string(),
  /** `TRC20`; in the request's language while the network has the name it had. */
  coin_net: z.string(),
  /** Why it was refused, or credited with another amount. */
  remark: z.string(),
  addtime: time,
  updatetime: time,
  timeline: z.array(timelineStep),
});

const ownRecharge = rechargeRecord.extend({
  /** The median of the last 30 days until one was credited or sent; null once decided, and while fewer than ten were. */
  usual_minutes: z.int().positive().nullable(),
});
export type RechargeRecord = z.output<typeof ownRecharge>;

/** Claims a deposit, with its proof, for an operator to compare (RULES 5). `a_id` is the network. */
export const recharge = call({
  name: 'recharge',
  member: true,
  idempotent: true,
  input: fields({ c_id: idField(), num: amountField(), payimg: imageLinkField(), a_id: idField(), type: fundsField() }),
  output: z.object({ id }),
  reasons: ['switched_off', 'not_found', 'bad_image', 'bad_account_type', 'amount_above_maximum'],
});

/** Newest first. */
export const getRechargeList = call({
  name: 'getRechargeList',
  member: true,
  input: recordFilter,
  output: listOf(ownRecharge),
});

/** Coins that can be withdrawn. */
export const getCanWithdrawCoin = call({
  name: 'getCanWithdrawCoin',
  methods: ['GET'],
  member: true,
  output: listOf(z.object({ id, title: z.string() })),
});

/**
 * What a withdrawal is checked against. Limits are per coin, for both methods; `bank_id` is read only for
 * `withdraw_type` 2.
 */
export const getUserCoinBalance = call({
  name: 'getUserCoinBalance',
  member: true,
  input: fields({
    c_id: idField(),
    type: fundsField(),
    withdraw_type: optional(withdrawTypeField()),
    bank_id: idOrNoneField(),
  }),
  output: z.object({
    /** Available in funds, less what an overdue loan blocks. */
    balance: decimal,
    txminnum: decimal,
    txmaxnum: decimal,
    /** 1 a percentage of the amount (`txsxf`), 2 a fixed fee (`txsxf_n`). */
    sxftype: z.literal(Object.values(FEE_TYPE)),
    txsxf: decimal,
    txsxf_n: decimal,
    /** Places the coin keeps. */
    decimals: z.int().min(0).max(8),
    /** The address bound for this coin, or none. */
    address_list: z.array(
      z.object({ id, address: z.string(), networks: z.array(z.string()), addtime: time, used: z.int().min(0) }),
    ),
    /** Addresses that this coin was withdrawn to, the last first, to compare a new one with. */
    used_addresses: z.array(z.object({ address: z.string(), times: z.int().positive(), last: time })),
    /** Withdrawals to this place wait until then after a new address, card, password or factor; else null. */
    waits_until: time.nullable(),
    /** 1 when withdrawals need a certified identity and the member has none. */
    needs_identity: flag,
  }),
  reasons: ['not_found', 'bad_account_type'],
});

/** Fee and net are fixed at the request. */
export const withdrawalRecord = z.object({
  id,
  coinName: z.string(),
  /** Gross. */
  mum: decimal,
  fee: decimal,
  net: decimal,
  status: recordStatus,
  withdraw_type: withdrawType,
  /** The address, or the bank card's number. */
  address: z.string(),
  /** Networks of the coin that take the address; for a bank card its bank. */
  coin_net: z.string(),
  /** Why it was refused. */
  remark: z.string(),
  addtime: time,
  updatetime: time,
  /** Approvals needed. */
  approvals_needed: z.int().min(1).max(2),
  timeline: z.array(timelineStep),
});

const ownWithdrawal = withdrawalRecord.extend({
  /** The median of the last 30 days until one was credited or sent; null once decided, and while fewer than ten were. */
  usual_minutes: z.int().positive().nullable(),
});
export type WithdrawalRecord = z.output<typeof ownWithdrawal>;

/** Newest first. */
export const getWithdrawList = call({
  name: 'getWithdrawList',
  member: true,
  input: recordFilter,
  output: listOf(ownWithdrawal),
});

/** Requests a withdrawal. The whole amount is held at once (RULES 5). `bank_id` is read only for `withdraw_type` 2. */
export const withdraw = call({
  name: 'withdraw',
  member: true,
  idempotent: true,
  input: fields({
    c_id: idField(),
    num: amountField(),
    type: fundsField(),
    paypwd: payPasswordField(),
    bank_id: idOrNoneField(),
    withdraw_type: optional(withdrawTypeField()),
    // **+** The login password where the last one is long ago (`getSecurity`); a second factor where one is set.
    password: lenientTextField(),
    ...secondFields(),
  }),
  output: z.object({ id }),
  reasons: [
    'switched_off',
    'bad_account_type',
    'not_found',
    'no_address',
    'no_card',
    'amount_below_minimum',
    'amount_above_maximum',
    'email_unproven',
    'address_not_allowed',
    'withdrawals_wait',
    'identity_needed',
    'owed_on_loan',
    'daily_limit',
    ...LOGIN_REASONS,
    'no_payment_password',
    'bad_payment_password',
    'payments_stopped',
    ...SECOND_REASONS,
    'frozen_member',
    'insufficient_balance',
  ],
});
