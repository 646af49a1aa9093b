import { z } from 'zod';
import { id, time } from '../call.ts';
import { idField, optional } from '../fields.ts';
import { applicationStatus, identityApplication } from '../identity.ts';
import { operatorCall } from './operator-call.ts';
import { beforeField, byId, listFields, ofMember, pageOf, remarkField } from './operator-fields.ts';

const lists = z.strictObject({
  ...listFields({ statuses: ['1', '2', '3'] }),
  ...beforeField,
  member_id: optional(idField()),
});
const decide = z.strictObject({ ...byId, remark: remarkField() });

const identityCheck = z.object({
  check: z.enum(['not_frozen', 'images_differ', 'images_unseen', 'no_refusal_before']),
  passed: z.boolean(),
  /** When what is checked happened, if it did. */
  at: time.nullable(),
  /** Remark of the former refusal. */
  remark: z.string(),
});

const otherApplication = z.object({
  id,
  real_name: z.string(),
  status: applicationStatus,
  remark: z.string(),
  addtime: time,
  updatetime: time,
});

/** An application for certification. */
export const identityForOperator = identityApplication.extend({
  ...ofMember,
  /**
   * Links; they expire after an hour and name their operator: opening one is logged. Null for a viewer, who does not
   * review.
   */
  front_card: z.string().nullable(),
  back_card: z.string().nullable(),
  /** Who decided it, and when. */
  decided: z.object({ by: id, username: z.string(), at: time }).nullable(),
  checks: z.array(identityCheck),
  /** Other members whose applications have an image of these. */
  seen_with: z.array(z.object(ofMember)),
  /** The newest of the member's other applications. */
  other_applications: z.array(otherApplication),
});
export type IdentityForOperator = z.output<typeof identityForOperator>;

/** `q` is an application's id, or a member's id or username. Newest first. */
export const listIdentities = operatorCall('GET', '/identities', {
  role: 'viewer',
  input: lists,
  output: pageOf(identityForOperator),
});
export const readIdentity = operatorCall('GET', '/identities/{id}', {
  role: 'viewer',
  input: z.strictObject(byId),
  output: identityForOperator,
  reasons: ['not_found'],
});
/** Certifies the member: `rzstatus` 2. */
export const approveIdentity = operatorCall('POST', '/identities/{id}/approve', {
  role: 'clerk',
  fresh: true,
  input: decide,
  output: identityForOperator,
  reasons: ['not_found', 'already_decided'],
});
/** The remark is required; the member reads it, and may apply again. */
export const rejectIdentity = operatorCall('POST', '/identities/{id}/reject', {
  role: 'clerk',
  input: decide,
  output: identityForOperator,
  reasons: ['not_found', 'already_decided', 'remark_needed'],
});
