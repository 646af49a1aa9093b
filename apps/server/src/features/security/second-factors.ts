import { ok, refuse, type Answer, type PasskeyRequest, type Result, type SecondFactor } from '@plimsoll/contract';
import type { LastWords } from '@plimsoll/contract/last-words';
import type { Query, Tx } from '../../platform/db.ts';
import { notifyMember } from '../notices/index.ts';
import { createFactorCheck, typedOf } from './check-factors.ts';
import { requestPasskey, storeChallenge, storedChallenge, wordsChallenge } from './factor-challenges.ts';
import type { AskedFor, FactorDeps, Given, Proof } from './factor-proof.ts';
import { factorsOf, isAnySet, takeRecoveryCode, takeStep } from './factor-store.ts';
import { takeChallenge, usedPasskey } from './passkey-store.ts';

/** Asks for second factors before a login, a change or a withdrawal. */
export interface SecondFactors {
  /** The factors a member may give; empty when none is set. */
  wanted(query: Query, memberId: string): Promise<SecondFactor[]>;
  /**
   * Verifies what was given; undefined for a member without factors. Refusals: `second_factor_required`,
   * `bad_second_factor`, `bad_passkey`, `second_factor_stopped`. A wrong code is counted; a wrong passkey consumes its
   * challenge. A passkey must have signed these words.
   */
  ask(memberId: string, given: Given, askedFor: AskedFor): Promise<Result<Proof | undefined>>;
  /** The same with a challenge that the caller stores. */
  look(memberId: string, given: Given, challenge: string | undefined): Promise<Result<Proof>>;
  /**
   * Consumes a proof in the transaction of what it allows. False when it was used, or signed other `words`: then
   * nothing may be done.
   */
  take(tx: Tx, memberId: string, proof: Proof, words?: LastWords): Promise<boolean>;
  /** A challenge for a member's passkeys; undefined without passkeys. */
  challenge(query: Query, memberId: string): Promise<PasskeyRequest | undefined>;
  /** The same, stored for one purpose. */
  keptChallenge(memberId: string, askedFor: AskedFor): Promise<Answer<'passkeyChallenge'> | undefined>;
}

/** Makes the check of second factors. */
export function createSecondFactors(deps: FactorDeps): SecondFactors {
  const { db, clock } = deps;
  const check = createFactorCheck(deps);
  return {
    async wanted(query, memberId) {
      const factors = await factorsOf(query, memberId, clock.nowMs());
      if (!isAnySet(factors)) return [];
      return [
        ...(factors.totp ? (['totp'] as const) : []),
        ...(factors.passkeys > 0 ? (['passkey'] as const) : []),
        ...(factors.recoveryLeft > 0 ? (['recovery'] as const) : []),
      ];
    },
    async ask(memberId, given, askedFor) {
      if (!isAnySet(await factorsOf(db, memberId, clock.nowMs()))) return ok(undefined);
      if (typedOf(given) === undefined && given.passkey === undefined) return refuse('second_factor_required');
      const signed = given.passkey === undefined ? undefined : await storedChallenge(memberId, askedFor, deps);
      return check(memberId, given, { ...signed, purpose: askedFor.purpose });
    },
    look: (memberId, given, challenge) =>
      check(memberId, given, { ...(challenge === undefined ? {} : { challenge }), purpose: undefined }),
    take: (tx, memberId, proof, words) => takeProof(tx, memberId, proof, words, clock.nowMs()),
    challenge: (query, memberId) => requestPasskey(query, memberId, deps),
    keptChallenge: (memberId, askedFor) => storeChallenge(memberId, askedFor, deps),
  };
}

async function takeProof(
  tx: Tx,
  memberId: string,
  proof: Proof,
  words: LastWords | undefined,
  nowMs: number,
): Promise<boolean> {
  switch (proof.kind) {
    case 'totp':
      return takeStep(tx, memberId, proof.sealed, proof.step);
    case 'passkey':
      if (proof.nonce !== null && (!words || wordsChallenge(words, proof.nonce) !== proof.challenge)) return false;
      if (proof.purpose !== undefined && !(await takeChallenge(tx, memberId, proof.purpose, proof.challenge)))
        return false;
      return usedPasskey(tx, memberId, proof.id, proof.counter, nowMs);
    case 'recovery': {
      const left = await takeRecoveryCode(tx, memberId, proof.hash, nowMs);
      if (left === undefined) return false;
      await notifyMember(tx, [{ memberId, kind: 'recovery-used', params: { left: String(left) } }], nowMs);
      return true;
    }
  }
}
