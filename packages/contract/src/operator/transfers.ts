import { z } from 'zod';
import { decimal, id, time } from '../call.ts';
import { idField, optional } from '../fields.ts';
import { memberTransfer } from '../transfers.ts';
import { operatorCall } from './operator-call.ts';
import { beforeField, byId, listFields, ofMember, pageOf } from './operator-fields.ts';

/** From one member (`member_id`) to another, read-only. */
export const memberTransferForOperator = memberTransfer.extend({
  ...ofMember,
  to_member_id: id,
  c_id: id,
  /** The agreed fee, a fraction. */
  internal_transfer_sxf: decimal,
  internal_transfer_days: z.int().min(0),
  /** When it arrived or was cancelled; null while it is on its way. */
  updatetime: time.nullable(),
});
export type MemberTransferForOperator = z.output<typeof memberTransferForOperator>;

/**
 * Newest first. `q` is a transfer's number or id, or a member's id or username, at either end; `member_id` one at
 * either end.
 */
export const listMemberTransfers = operatorCall('GET', '/member-transfers', {
  role: 'viewer',
  input: z.strictObject({
    ...listFields({ statuses: ['1', '2', '3'] }),
    ...beforeField,
    member_id: optional(idField()),
  }),
  output: pageOf(memberTransferForOperator),
});
export const readMemberTransfer = operatorCall('GET', '/member-transfers/{id}', {
  role: 'viewer',
  input: z.strictObject(byId),
  output: memberTransferForOperator,
  reasons: ['not_found'],
});
