import { z } from 'zod';
import { call, id, time } from './call.ts';
import { IDENTITY_STATUS } from './codes/identity.ts';
import { fields, imageLinkField, textField } from './fields.ts';

export const applicationStatus = z.union([
  z.literal(IDENTITY_STATUS.review),
  z.literal(IDENTITY_STATUS.certified),
  z.literal(IDENTITY_STATUS.refused),
]);

/** Applies for certification, at `rzstatus` 0 or 3. `certification_switch` hides the screen only. */
export const usrsetreal = call({
  name: 'usrsetreal',
  member: true,
  input: fields({ real_name: textField(), front_card: imageLinkField(), back_card: imageLinkField() }),
  reasons: ['bad_image', 'not_found', 'identity_under_review', 'identity_certified', 'frozen_member'],
});

export const identityApplication = z.object({
  id,
  real_name: z.string(),
  /** Links; they expire after an hour. */
  front_card: z.string(),
  back_card: z.string(),
  status: applicationStatus,
  /** Why it was refused. */
  remark: z.string(),
  addtime: time,
  /** When it was decided; before that, `addtime`. */
  updatetime: time,
});
export type IdentityApplication = z.output<typeof identityApplication>;

/** **+** State of the identity, and the last application; null without one. */
export const getIdentity = call({
  name: 'getIdentity',
  member: true,
  output: z.object({
    rzstatus: z.union([z.literal(IDENTITY_STATUS.none), applicationStatus]),
    application: identityApplication.nullable(),
  }),
});
