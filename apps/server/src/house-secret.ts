import { hash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { ConfigError } from './environment.ts';
import type { Clock } from './platform/clock.ts';
import { sql, type Db, type Query } from './platform/db.ts';
import type { Log } from './platform/log.ts';
import { createSeal } from './platform/seal.ts';
import { resealColumn, sealedColumn, type Resealed } from './platform/reseal.ts';
import { derivedKey, HASHED, type HashedPurpose, type KeptKey, type Secrets } from './platform/secret.ts';

/** Some fifty milliseconds and 32 MiB a try: a start does not feel it, who guesses does. */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const HASH_BYTES = 32;
const SALT_BYTES = 16;

interface Fingerprint {
  salt: Buffer;
  hash: Buffer;
}
const inTurn = sql<never>('secret.inTurn', `select pg_advisory_xact_lock(hashtext('secret_fingerprint'))`);
const known = sql<Fingerprint>(
  'secret.known',
  'select salt, hash from secret_fingerprint where retired_at is null order by at',
);
const add = sql<never>('secret.add', 'insert into secret_fingerprint (salt, hash, at) values ($1, $2, $3)');
const retire = sql<never>('secret.retire', 'update secret_fingerprint set retired_at = $2 where salt = $1');
const kept = sql<{ id: string; purpose: HashedPurpose; sealed: Buffer }>(
  'secret.kept',
  'select id, purpose, sealed from secret_kept_key order by id',
);

const hashOf = (secret: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(secret, salt, HASH_BYTES, COST, (error, made) => (error ? reject(error) : resolve(made)));
  });

const isOf = async (secret: string, fingerprint: Fingerprint): Promise<boolean> =>
  timingSafeEqual(await hashOf(secret, fingerprint.salt), fingerprint.hash);

const WRONG =
  'SECRET is not the one that this database works with, nor is SECRET_PREVIOUS: with another one, images that members sent and authenticators cannot be read.';
const UNFINISHED =
  'SECRET was changed and something may still be sealed with the one before: start with that one as SECRET_PREVIOUS until npm run reseal is done.';

/**
 * Compares the secrets with the fingerprints in the database, and notes a secret that is new beside one that is known.
 * @throws ConfigError when none is known, or one that is still in use is missing.
 */
async function checkFingerprints(
  db: Db,
  { present, before }: Pick<Secrets, 'present' | 'before'>,
  { clock, log }: { readonly clock: Clock; readonly log: Pick<Log, 'info'> },
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.run(inTurn);
    const found = await tx.run(known);
    const ofPresent = await Promise.all(found.map((each) => isOf(present, each)));
    const ofBefore = await Promise.all(found.map(async (each) => before !== undefined && (await isOf(before, each))));
    const isKnown = ofPresent.includes(true);
    if (found.length > 0 && !isKnown && !ofBefore.includes(true)) throw new ConfigError(WRONG);
    if (found.some((_, at) => !ofPresent[at] && !ofBefore[at])) throw new ConfigError(UNFINISHED);
    if (isKnown) return;
    const salt = randomBytes(SALT_BYTES);
    await tx.run(add, [salt, await hashOf(present, salt), new Date(clock.nowMs())]);
    if (found.length > 0) log.info({}, 'SECRET was changed: npm run reseal seals again what the one before sealed');
  });
}

/** Forgets every secret but this one: nothing is sealed with another any more, or it is given up. @returns how many. */
export async function retireOthers(db: Db, present: string, nowMs: number): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.run(inTurn);
    const found = await tx.run(known);
    const mine = await Promise.all(found.map((each) => isOf(present, each)));
    const others = found.filter((_, at) => !mine[at]);
    for (const { salt } of others) await tx.run(retire, [salt, new Date(nowMs)]);
    if (!mine.includes(true)) {
      const salt = randomBytes(SALT_BYTES);
      await tx.run(add, [salt, await hashOf(present, salt), new Date(nowMs)]);
    }
    return others.length;
  });
}

const keep = sql<never>(
  'secret.keep',
  'insert into secret_kept_key (id, purpose, sealed) values ($1, $2, $3) on conflict do nothing',
);
const KEPT_KEYS = sealedColumn('secret.keptKey', {
  table: 'secret_kept_key',
  id: 'id',
  idType: 'text',
  column: 'sealed',
});

/** Keeps the keys of the secret before that hashes are checked with, sealed with the present one. */
export async function keepKeysOfBefore(db: Db, secret: Secrets): Promise<void> {
  const { before } = secret;
  if (before === undefined) return;
  const seal = createSeal(secret, 'keys of before');
  for (const purpose of HASHED) {
    const key = derivedKey(before, purpose);
    const id = hash('sha256', key, 'hex');
    await db.run(keep, [id, purpose, seal.seal(id, key)]);
  }
}

/** Seals kept keys again. */
export const resealKeptKeys = (db: Db, secret: Secrets): Promise<Resealed> =>
  resealColumn(db, createSeal(secret, 'keys of before'), KEPT_KEYS);

/** Keys of secrets that are gone; those that no secret opens are left out. */
async function keptKeys(query: Query, secret: Secrets): Promise<readonly KeptKey[]> {
  const seal = createSeal(secret, 'keys of before');
  return (await query.run(kept)).flatMap(({ id, purpose, sealed }) => {
    const key = seal.unseal(id, sealed);
    return key ? [{ purpose, key }] : [];
  });
}

/**
 * The secrets of this house (docs/SECRETS.md), once they are known to be right.
 * @throws ConfigError in one sentence when they are not.
 */
export async function openSecrets(
  db: Db,
  given: Pick<Secrets, 'present' | 'before'>,
  around: { readonly clock: Clock; readonly log: Pick<Log, 'info'> },
): Promise<Secrets> {
  await checkFingerprints(db, given, around);
  return { ...given, kept: await keptKeys(db, given) };
}
