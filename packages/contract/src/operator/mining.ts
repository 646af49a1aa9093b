import { z } from 'zod';
import { id, time } from '../call.ts';
import { idField, optional } from '../fields.ts';
import { miningOrder } from '../mining.ts';
import { operatorCall } from './operator-call.ts';
import { beforeField, byId, listFields, ofMember, pageOf } from './operator-fields.ts';

/** A member's lock-mining order. There is nothing to change in it. */
export const miningOrderForOperator = miningOrder.extend({
  ...ofMember,
  c_id: id,
  /** The product, and which of its terms were agreed. */
  product_id: id,
  product_version: z.int().positive(),
  /** How many of its days are paid. */
  paid_days: z.int().min(0),
  /** The newest of the runs that paid it: the numbers of their journals `mining-payment`. */
  runs: z.array(id),
  /** When it ended; null while it runs. */
  updatetime: time.nullable(),
});
export type MiningOrderForOperator = z.output<typeof miningOrderForOperator>;

/** `q` is an order's number or id, or a member's id or username. Newest first. */
export const listMiningOrders = operatorCall('GET', '/mining-orders', {
  role: 'viewer',
  input: z.strictObject({ ...listFields({ statuses: ['0', '1'] }), ...beforeField, member_id: optional(idField()) }),
  output: pageOf(miningOrderForOperator),
});
export const readMiningOrder = operatorCall('GET', '/mining-orders/{id}', {
  role: 'viewer',
  input: z.strictObject(byId),
  output: miningOrderForOperator,
  reasons: ['not_found'],
});
