import { z } from 'zod';
import { decimal, id } from '../call.ts';
import { idField, optional } from '../fields.ts';
import { optionOrder } from '../options.ts';
import { operatorCall } from './operator-call.ts';
import { beforeField, byId, listFields, ofMember, pageOf } from './operator-fields.ts';

/** Read-only: the tape alone decides. */
export const optionOrderForOperator = optionOrder.extend({
  ...ofMember,
  id,
  /** What a win pays beyond the stake. */ winnings: decimal,
});
export type OptionOrderForOperator = z.output<typeof optionOrderForOperator>;

/**
 * Newest first. `q` is an option's or a member's id, or a username; `before` the id of an option that all listed
 * precede.
 */
export const listOptionOrders = operatorCall('GET', '/option-orders', {
  role: 'viewer',
  input: z.strictObject({
    ...listFields({ statuses: ['1', '2'] }),
    ...beforeField,
    m_id: optional(idField()),
    member_id: optional(idField()),
  }),
  output: pageOf(optionOrderForOperator),
});
export const readOptionOrder = operatorCall('GET', '/option-orders/{id}', {
  role: 'viewer',
  input: z.strictObject(byId),
  output: optionOrderForOperator,
  reasons: ['not_found'],
});
