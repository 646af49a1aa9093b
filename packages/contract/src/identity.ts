import { z } from 'zod';
import { call, id, time } from './call.ts';
import { IDENTITY_STATUS } from './codes/identity.ts';
import { fields, imageLinkField, textField } from './fields.ts';

/** State of an application, numbered as `rzstatus`. */
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

/** An application as its member sees it. */
export const identityApplication = z.object({
  id,
  real_name: z.string(),
  /** Links to the two images; they expire after an hour. */
  front_card: z.string(),
  back_card: z.string(),
  status: applicationStatus,
  /** The operator's remark on a refusal. */
  remark: z.string(),
  addtime: time,
  /** When it was decided; before that, `addtime`. */
  updatetime: time,
});
export type IdentityApplication = z.output<typeof identityApplication>;

/** **+** The state of the member's identity and their last application; null without one. */
export const getIdentity = call({
  name: 'getIdentity',
  member: true,
  output: z.object({
    rzstatus: z.union([z.literal(IDENTITY_STATUS.none), applicationStatus]),
    application: identityApplication.nullable(),
  }),
});
