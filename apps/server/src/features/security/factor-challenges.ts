import { createHash, randomBytes } from 'node:crypto';
import type { Answer, PasskeyRequest } from '@plimsoll/contract';
import { lastWords, type LastWords } from '@plimsoll/contract/last-words';
import type { Query } from '../../platform/db.ts';
import type { AskedFor, FactorDeps } from './factor-proof.ts';
import { challengeOf, keepChallenge, passkeysOf, takeChallenge, type Challenge } from './passkey-store.ts';

const NONCE_BYTES = 32;

/** The challenge by which a passkey signs what leaves. */
export const wordsChallenge = (words: LastWords, nonce: string): string =>
  createHash('sha256').update(lastWords(words, nonce)).digest('base64url');

type ChallengeDeps = Pick<FactorDeps, 'db' | 'clock' | 'webauthn'>;

/** A challenge for a member's passkeys; undefined without passkeys. */
export async function requestPasskey(
  query: Query,
  memberId: string,
  { webauthn }: Pick<ChallengeDeps, 'webauthn'>,
  challenge?: string,
): Promise<PasskeyRequest | undefined> {
  const passkeys = await passkeysOf(query, memberId);
  return passkeys.length === 0 ? undefined : webauthn.request(passkeys, challenge);
}

/** Makes and stores a challenge for one purpose. */
export async function storeChallenge(
  memberId: string,
  askedFor: AskedFor,
  deps: ChallengeDeps,
): Promise<Answer<'passkeyChallenge'> | undefined> {
  const { db, clock } = deps;
  const nonce = askedFor.purpose === 'withdraw' ? randomBytes(NONCE_BYTES).toString('base64url') : null;
  const request = await requestPasskey(
    db,
    memberId,
    deps,
    askedFor.purpose === 'withdraw' && nonce !== null ? wordsChallenge(askedFor.words, nonce) : undefined,
  );
  if (request)
    await keepChallenge(db, memberId, askedFor.purpose, { challenge: request.challenge, nonce }, clock.nowMs());
  return request && { ...request, nonce };
}

/** The stored challenge; undefined without one, or for other words, which consumes it. */
export async function storedChallenge(
  memberId: string,
  askedFor: AskedFor,
  { db, clock }: ChallengeDeps,
): Promise<Challenge | undefined> {
  const kept = await challengeOf(db, memberId, askedFor.purpose, clock.nowMs());
  if (
    !kept ||
    askedFor.purpose === 'change' ||
    (kept.nonce !== null && wordsChallenge(askedFor.words, kept.nonce) === kept.challenge)
  )
    return kept;
  await takeChallenge(db, memberId, askedFor.purpose, kept.challenge);
  return undefined;
}
