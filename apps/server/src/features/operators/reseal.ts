import type { Db } from '../../platform/db.ts';
import { resealColumn, sealedColumn, type Resealed } from '../../platform/reseal.ts';
import { createSeal } from '../../platform/seal.ts';
import type { Secrets } from '../../platform/secret.ts';

const TOTP = sealedColumn('operators.totp', { table: 'operator', id: 'id', column: 'totp_secret' });

/** Seals operators' authenticators again. */
export const resealOperatorsAuthenticators = (db: Db, secret: Secrets): Promise<Resealed> =>
  resealColumn(db, createSeal(secret, 'authenticators of operators'), TOTP);
