import { z } from 'zod';
import { decimal, id } from '../call.ts';
import { idField, optional } from '../fields.ts';
import { optionOrder } from '../options.ts';
import { operatorCall } from './operator-call.ts';
import { beforeField, byId, listFields, ofMember, pageOf } from './operator-fields.ts';

/** An option of anybody, with all that its member sees. There is nothing to change in it: the tape alone decides. */
export const optionOrderForOperator = optionOrder.extend({
  ...ofMember,
  id,
  /** What a win pays beyond the stake. */ winnings: decimal,
});
export type OptionOrderForOperator = z.output<typeof optionOrderForOperator>;

/**
 * `q` is an option's or a member's id, or a username; `before` an option's id that all listed come before. Newest
 * first.
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
