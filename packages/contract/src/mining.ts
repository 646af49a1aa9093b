import { z } from 'zod';
import { call, decimal, id, listOf, time } from './call.ts';
import { MINING_STATUS } from './codes/mining.ts';
import { amountField, fields, idField, limitField, optional, pageField } from './fields.ts';

const miningStatus = z.union([z.literal(MINING_STATUS.running), z.literal(MINING_STATUS.ended)]);

export const miningProduct = z.object({
  id,
  title: z.string(),
  /** A picture's link, or empty. */
  img: z.string(),
  /** Minimum and maximum of one order, in the coin. */
  min_price: decimal,
  max_price: decimal,
  coin_title: z.string(),
  /** Percent a day. */
  interest_rate: decimal,
  /** Days of 24 hours. */
  cycle: z.int().positive(),
  c_id: id,
  /** The coin's title. */
  coin: z.string(),
  /** Places the coin keeps. */
  decimals: z.int().min(0).max(8),
});
export type MiningProduct = z.output<typeof miningProduct>;

/** Products offered now; with `id` only that one, or none. */
export const getMiningMachineList = call({
  name: 'getMiningMachineList',
  member: true,
  input: fields({ id: optional(idField()) }),
  output: listOf(miningProduct),
});

/**
 * Locks funds for the product's days, on its present terms; the revenue is reserved at once (RULES 6). With the terms
 * that the member has seen, `interest_rate` and `cycle` of the list, it is refused when they are no longer those.
 */
export const buyMiningMachine = call({
  name: 'buyMiningMachine',
  member: true,
  idempotent: true,
  input: fields({
    id: idField(),
    amount: amountField(),
    interest_rate: optional(amountField()),
    cycle: optional(idField()),
  }),
  output: z.object({ id, order_num: z.string(), end_time: time, estimated_revenue: decimal }),
  reasons: [
    'switched_off',
    'not_found',
    'terms_changed',
    'bad_amount',
    'amount_below_minimum',
    'amount_above_maximum',
    'earns_nothing',
    'insufficient_balance',
    'house_limit',
    'frozen_member',
  ],
});

export const miningOrder = z.object({
  id,
  order_num: z.string(),
  title: z.string(),
  status: miningStatus,
  /** Its days are 24 hours each from here. */
  start_time: time,
  /** When the principal is released. */
  end_time: time,
  amount: decimal,
  days: z.int().positive(),
  /** Percent a day, as agreed. */
  interest_rate: decimal,
  /** Total revenue of all days. */
  estimated_revenue: decimal,
  /** Paid so far. */
  total_revenue: decimal,
  coin: z.string(),
  img: z.string(),
});
export type MiningOrder = z.output<typeof miningOrder>;

/** The member's orders, newest first. */
export const getMiningMachineOrders = call({
  name: 'getMiningMachineOrders',
  member: true,
  input: fields({ page: pageField(), limit: limitField() }),
  output: listOf(miningOrder),
});
