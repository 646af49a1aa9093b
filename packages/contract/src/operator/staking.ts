import { z } from 'zod';
import { id } from '../call.ts';
import { idField, optional } from '../fields.ts';
import { stake } from '../staking.ts';
import { operatorCall } from './operator-call.ts';
import { beforeField, byId, listFields, ofMember, pageOf } from './operator-fields.ts';

/** A member's stake, read-only. */
export const stakeForOperator = stake.extend({
  ...ofMember,
  c_id: id,
  project_id: id,
  /** The agreed duration. */
  s_id: id,
});
export type StakeForOperator = z.output<typeof stakeForOperator>;

/** Newest first. `q` is a stake's number or id, or a member's id or username. */
export const listStakes = operatorCall('GET', '/staking-orders', {
  role: 'viewer',
  input: z.strictObject({
    ...listFields({ statuses: ['0', '1', '2'] }),
    ...beforeField,
    member_id: optional(idField()),
  }),
  output: pageOf(stakeForOperator),
});
export const readStake = operatorCall('GET', '/staking-orders/{id}', {
  role: 'viewer',
  input: z.strictObject(byId),
  output: stakeForOperator,
  reasons: ['not_found'],
});
