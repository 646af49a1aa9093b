import { IDENTITY_STATUS, ok, refuse, type Input, type Result } from '@plimsoll/contract';
import { namedIn } from '../../platform/uploads/index.ts';
import type { IdentityDeps } from './deps.ts';
import { insertApplication, lockApplicant } from './store.ts';

/**
 * Applies with a name and two uploads: `bad_image` for no link, `not_found` for another's upload, then whether the
 * member may apply.
 */
export async function applyForIdentity(
  { db, clock, uploads }: IdentityDeps,
  memberId: string,
  { real_name, front_card, back_card }: Input<'usrsetreal'>,
): Promise<Result<null>> {
  if (namedIn(front_card) === undefined || namedIn(back_card) === undefined) return refuse('bad_image');
  const [front, back] = await Promise.all([uploads.owns(memberId, front_card), uploads.owns(memberId, back_card)]);
  if (!front || !back) return refuse('not_found');
  return db.transaction(async (tx) => {
    const applicant = await lockApplicant(tx, memberId);
    if (applicant?.frozen !== false) return refuse('frozen_member');
    if (applicant.identity_status === IDENTITY_STATUS.review) return refuse('identity_under_review');
    if (applicant.identity_status === IDENTITY_STATUS.certified) return refuse('identity_certified');
    await insertApplication(tx, {
      memberId,
      realName: real_name,
      front: front.name,
      back: back.name,
      at: new Date(clock.nowMs()),
    });
    return ok(null);
  });
}
