import { z } from 'zod';
import { decimal, id } from '../call.ts';
import { idField, optional } from '../fields.ts';
import { spotOrder } from '../spot.ts';
import { operatorCall } from './operator-call.ts';
import { beforeField, byId, listFields, ofMember, pageOf } from './operator-fields.ts';

/** Read-only. */
export const spotOrderForOperator = spotOrder.extend({
  ...ofMember,
  m_id: id,
  symbol: z.string(),
  /** Still frozen for it. */ held: decimal,
});
export type SpotOrderForOperator = z.output<typeof spotOrderForOperator>;

/**
 * Newest first. `q` is an order's or a member's id, or a username; `before` the id of an order that all listed precede.
 */
export const listSpotOrders = operatorCall('GET', '/spot-orders', {
  role: 'viewer',
  input: z.strictObject({
    ...listFields({ statuses: ['1', '2', '3'] }),
    ...beforeField,
    m_id: optional(idField()),
    member_id: optional(idField()),
  }),
  output: pageOf(spotOrderForOperator),
});
export const readSpotOrder = operatorCall('GET', '/spot-orders/{id}', {
  role: 'viewer',
  input: z.strictObject(byId),
  output: spotOrderForOperator,
  reasons: ['not_found'],
});
