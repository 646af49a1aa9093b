import { z } from 'zod';
import { call, decimal, id, listOf, time } from './call.ts';
import { STAKING_TYPE, STAKE_STATUS } from './codes/staking.ts';
import {
  amountField,
  choiceField,
  fields,
  idField,
  limitField,
  optional,
  pageField,
  payPasswordField,
} from './fields.ts';

const stakingType = z.union([z.literal(STAKING_TYPE.flexible), z.literal(STAKING_TYPE.fixed)]);

const stakeStatus = z.union([
  z.literal(STAKE_STATUS.active),
  z.literal(STAKE_STATUS.ended),
  z.literal(STAKE_STATUS.redeemed),
]);

export const stakingProject = z.object({
  id,
  type: stakingType,
  /** A picture's link; empty when it has none. */
  img: z.string(),
  coin: z.object({
    id,
    title: z.string(),
    /** Places the coin keeps. */
    decimals: z.int().min(0).max(8),
  }),
  /** Shortest first. */
  staking_info: z.array(
    z.object({
      id,
      /** Of 24 hours. */
      days: z.int().positive(),
      /** Percent a year of 365 days. */
      interest_rate: decimal,
      /** Minimum stake, in the coin. */
      min_price: decimal,
    }),
  ),
});
export type StakingProject = z.output<typeof stakingProject>;
export type StakingInfo = StakingProject['staking_info'][number];

/** Projects offered now. */
export const getStakingProjects = call({ name: 'getStakingProjects', member: true, output: listOf(stakingProject) });

/** Holds funds for the duration `s_id` of project `id`; the revenue is reserved at once (RULES 6). */
export const submitStaking = call({
  name: 'submitStaking',
  member: true,
  idempotent: true,
  input: fields({ id: idField(), s_id: idField(), amount: amountField(), paypassword: payPasswordField() }),
  output: z.object({ id, order_num: z.string(), end_time: time, total_revenue: decimal }),
  reasons: [
    'switched_off',
    'not_found',
    'bad_amount',
    'amount_below_minimum',
    'earns_nothing',
    'no_payment_password',
    'bad_payment_password',
    'payments_stopped',
    'insufficient_balance',
    'house_limit',
    'frozen_member',
  ],
});

export const stake = z.object({
  id,
  order_num: z.string(),
  status: stakeStatus,
  type: stakingType,
  addtime: time,
  coin: z.string(),
  start_time: time,
  /** As agreed, also of a redeemed stake. */
  end_time: time,
  amount: decimal,
  days: z.int().positive(),
  /** Percent a year, as agreed. */
  interest_rate: decimal,
  /** What was paid; while active, the revenue of the whole duration. */
  total_revenue: decimal,
  /** Revenue that redeeming now would pay, for full days. 0 when fixed or not active. */
  accrued: decimal,
  /** When it was redeemed or ended; null while active. */
  updatetime: time.nullable(),
});
export type Stake = z.output<typeof stake>;

/** Newest first; `status` none for all, 0 is active. */
export const getStakingOrderList = call({
  name: 'getStakingOrderList',
  member: true,
  input: fields({ status: optional(choiceField('0', '1', '2')), page: pageField(), limit: limitField() }),
  output: listOf(stake),
});

/** Ends a flexible stake early: pays principal, and revenue of full days. */
export const redeemStaking = call({
  name: 'redeemStaking',
  member: true,
  idempotent: true,
  input: fields({ id: idField() }),
  output: z.object({ total_revenue: decimal }),
  reasons: ['not_found', 'stake_fixed', 'stake_ended'],
});
