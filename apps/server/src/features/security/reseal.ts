import type { Db } from '../../platform/db.ts';
import { addResealed, resealColumn, sealedColumn, type Resealed } from '../../platform/reseal.ts';
import { createSeal } from '../../platform/seal.ts';
import type { Secrets } from '../../platform/secret.ts';

const COLUMNS = [
  sealedColumn('security.totp', { table: 'second_factor', id: 'member_id', column: 'totp_secret' }),
  sealedColumn('security.pendingTotp', { table: 'second_factor', id: 'member_id', column: 'pending_secret' }),
];

/** Seals members' authenticators again, those that are not confirmed yet too. */
export async function resealMembersAuthenticators(db: Db, secret: Secrets): Promise<Resealed> {
  const seal = createSeal(secret, 'authenticators of members');
  const done: Resealed[] = [];
  for (const column of COLUMNS) done.push(await resealColumn(db, seal, column));
  return addResealed(done);
}
