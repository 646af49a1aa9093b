import { IDENTITY_STATUS, type Answer, type IdentityApplication } from '@plimsoll/contract';
import type { IdentityDeps } from './deps.ts';
import { readNewest, type ApplicationRow } from './store.ts';

/** An application without its images. */
export const applicationOf = ({
  id,
  real_name,
  status,
  remark,
  created_at,
  decided_at,
}: Omit<ApplicationRow, 'front_card' | 'back_card'>): Omit<IdentityApplication, 'front_card' | 'back_card'> => ({
  // not money: an id, a number on the wire
  id: Number(id),
  real_name,
  status,
  remark,
  addtime: created_at.toISOString(),
  updatetime: (decided_at ?? created_at).toISOString(),
});

/** A member's status and newest application (docs/wire/identity.md). */
export async function readOwnIdentity(
  { db, uploads }: Pick<IdentityDeps, 'db' | 'uploads'>,
  memberId: string,
): Promise<Answer<'getIdentity'>> {
  const row = await readNewest(db, memberId);
  if (!row) return { rzstatus: IDENTITY_STATUS.none, application: null };
  const application =
    row.id === null
      ? null
      : { ...applicationOf(row), front_card: uploads.link(row.front_card), back_card: uploads.link(row.back_card) };
  return { rzstatus: row.identity_status, application };
}
