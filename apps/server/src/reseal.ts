import { resealKeys } from './features/keys/index.ts';
import { resealOperatorsAuthenticators } from './features/operators/index.ts';
import { resealMembersAuthenticators } from './features/security/index.ts';
import { resealUploads } from './features/uploads/index.ts';
import { resealWebhooks } from './features/webhooks/index.ts';
import { keepKeysOfBefore, resealKeptKeys } from './house-secret.ts';
import type { Db } from './platform/db.ts';
import type { Resealed } from './platform/reseal.ts';
import type { SealedPurpose, Secrets } from './platform/secret.ts';
import type { ObjectStore } from './platform/uploads/index.ts';

/** How each kind of sealed things is sealed again; a kind without a way does not compile. */
const WAYS: Readonly<Record<SealedPurpose, (db: Db, secret: Secrets, store: ObjectStore) => Promise<Resealed>>> = {
  'uploads at rest': resealUploads,
  'authenticators of members': resealMembersAuthenticators,
  'authenticators of operators': resealOperatorsAuthenticators,
  'keys of programs': resealKeys,
  'secrets of webhooks': resealWebhooks,
  'keys of before': resealKeptKeys,
};

/**
 * Seals everything with the present secret, and keeps what hashes of the one before are checked with (docs/SECRETS.md).
 * Servers may work meanwhile; it may be cut off and repeated. @returns what came of each kind.
 */
export async function resealAll(
  db: Db,
  secret: Secrets,
  store: ObjectStore,
): Promise<readonly (Resealed & { readonly kind: string })[]> {
  await keepKeysOfBefore(db, secret);
  const done: (Resealed & { readonly kind: string })[] = [];
  for (const [kind, way] of Object.entries(WAYS)) done.push({ kind, ...(await way(db, secret, store)) });
  return done;
}
