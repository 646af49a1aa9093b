import { z } from 'zod';
import { ownTransfer } from '../assets.ts';
import { id } from '../call.ts';
import { idField, optional } from '../fields.ts';
import { operatorCall } from './operator-call.ts';
import { beforeField, byId, listFields, ofMember, pageOf } from './operator-fields.ts';

export const transferForOperator = ownTransfer.extend({ ...ofMember, c_id: id });
export type TransferForOperator = z.output<typeof transferForOperator>;

/**
 * Newest first. `q` is a transfer's or a member's id, or a username; `before` the id of a transfer that all listed
 * precede.
 */
export const listTransfers = operatorCall('GET', '/transfers', {
  role: 'viewer',
  input: z.strictObject({ ...listFields({ statuses: ['2'] }), ...beforeField, member_id: optional(idField()) }),
  output: pageOf(transferForOperator),
});
export const readTransfer = operatorCall('GET', '/transfers/{id}', {
  role: 'viewer',
  input: z.strictObject(byId),
  output: transferForOperator,
  reasons: ['not_found'],
});
