import { hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeOwnFolder } from './own-folder.ts';

/** The secret in `dataDir/secret`, made at the first start, readable by the server's user alone. */
export const keptSecret = (dataDir: string): Promise<string> =>
  kept(dataDir, 'secret', () => randomBytes(32).toString('hex'));

/** The seed of the public log's key in `dataDir/log-key`, kept as {@link keptSecret} is; base64 of 32 bytes. */
export const keptLogKey = (dataDir: string): Promise<string> =>
  kept(dataDir, 'log-key', () => randomBytes(32).toString('base64'));

async function kept(dataDir: string, name: string, make: () => string): Promise<string> {
  const path = join(dataDir, name);
  const found = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (found) return found.trim();
  await makeOwnFolder(dataDir);
  const fresh = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(fresh, `${make()}\n`, { mode: 0o600, flag: 'wx' });
  // Linked, not renamed: of several first starts one wins and all read the same.
  await link(fresh, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(fresh);
  return (await readFile(path, 'utf8')).trim();
}

/**
 * Every key that is made of the secret, and what a change of the secret (docs/SECRETS.md) does with what it protects:
 *
 * - `sealed`: kept things, which are opened with the secret before too, and sealed again by `npm run reseal`.
 * - `hashed`: kept hashes that cannot be made again: the key before is kept, sealed.
 * - `passing`: things given out for minutes or days, which are accepted from the secret before too.
 * - `once`: nothing that is kept is checked with it, or it is kept itself.
 */
export const KEYS = {
  'uploads at rest': 'sealed',
  'authenticators of members': 'sealed',
  'authenticators of operators': 'sealed',
  'keys of programs': 'sealed',
  'secrets of webhooks': 'sealed',
  'keys of before': 'sealed',
  'recovery codes of members': 'hashed',
  'upload links': 'passing',
  'known browsers': 'passing',
  'proof of work': 'passing',
  'freeze links of notices': 'passing',
  plans: 'passing',
  'challenges of passkey logins': 'passing',
  backups: 'once',
  'user handles of passkeys': 'once',
  'user handles of operators’ passkeys': 'once',
  'commitments of the log': 'once',
} as const;
export type Purpose = keyof typeof KEYS;
type PurposeThatIs<Fate> = { [P in Purpose]: (typeof KEYS)[P] extends Fate ? P : never }[Purpose];
export type SealedPurpose = PurposeThatIs<'sealed'>;
export type HashedPurpose = PurposeThatIs<'hashed'>;
export const HASHED: readonly HashedPurpose[] = ['recovery codes of members'];

/** The secret that writes, and what else is read with. */
export interface Secrets {
  readonly present: string;
  /** `SECRET_PREVIOUS`. */
  readonly before?: string;
  /** Keys of secrets that are gone, for hashes. */
  readonly kept?: readonly KeptKey[];
}
export interface KeptKey {
  readonly purpose: HashedPurpose;
  readonly key: Buffer;
}
/** A text is a secret that was never changed. */
export type SecretOrSecrets = string | Secrets;

/** All secrets that are read with, the one that writes first. */
export function secretsOf(secret: SecretOrSecrets): readonly [string, ...string[]] {
  if (typeof secret === 'string') return [secret];
  return secret.before === undefined ? [secret.present] : [secret.present, secret.before];
}

const derive = (secret: string, purpose: Purpose): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `plimsoll ${purpose}`, 32));

/** 256 bits for one purpose (HKDF-SHA-256), which reveal neither the secret nor other keys. */
export const derivedKey = (secret: SecretOrSecrets, purpose: Purpose): Buffer => derive(secretsOf(secret)[0], purpose);

/** The same of every secret that is read with, the one that writes first. */
export function derivedKeys(secret: SecretOrSecrets, purpose: Purpose): readonly [Buffer, ...Buffer[]] {
  const [present, ...before] = secretsOf(secret);
  const kept = typeof secret === 'string' ? [] : (secret.kept ?? []);
  return [
    derive(present, purpose),
    ...before.map((each) => derive(each, purpose)),
    ...kept.flatMap((each) => (each.purpose === purpose ? [each.key] : [])),
  ];
}

/** Compares in constant time what a key makes with what was given, for each key. */
export const isOfOne = (keys: readonly Buffer[], given: Buffer, make: (key: Buffer) => Buffer): boolean =>
  keys.some((key) => {
    const right = make(key);
    return right.length === given.length && timingSafeEqual(right, given);
  });
