import { z } from 'zod';
import { id, time } from '../call.ts';
import { idField, optional } from '../fields.ts';
import { miningOrder } from '../mining.ts';
import { operatorCall } from './operator-call.ts';
import { beforeField, byId, listFields, ofMember, pageOf } from './operator-fields.ts';

/** A member's lock-mining order, read-only. */
export const miningOrderForOperator = miningOrder.extend({
  ...ofMember,
  c_id: id,
  /** The product, and the agreed version of its terms. */
  product_id: id,
  product_version: z.int().positive(),
  /** Days paid so far. */
  paid_days: z.int().min(0),
  /** The newest runs that paid it: causes of journals `mining-payment`. */
  runs: z.array(id),
  /** Null while it runs. */
  updatetime: time.nullable(),
});
export type MiningOrderForOperator = z.output<typeof miningOrderForOperator>;

/** Newest first. `q` is an order's number or id, or a member's id or username. */
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
