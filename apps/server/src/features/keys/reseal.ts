import type { Db } from '../../platform/db.ts';
import { resealColumn, sealedColumn, type Resealed } from '../../platform/reseal.ts';
import { createSeal } from '../../platform/seal.ts';
import type { Secrets } from '../../platform/secret.ts';

const SECRETS = sealedColumn('keys.secret', {
  table: 'api_key',
  id: 'access_hash',
  idType: 'text',
  column: 'secret',
});

/** Seals the secrets that members' programs sign with again; keys of Ed25519 have none here. */
export const resealKeys = (db: Db, secret: Secrets): Promise<Resealed> =>
  resealColumn(db, createSeal(secret, 'keys of programs'), SECRETS);
