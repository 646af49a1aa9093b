import { ok, refuse, type Input, type PasskeyRequest, type Result, type SecondFactor } from '@plimsoll/contract';
import { momentText } from '../../platform/moment-text.ts';
import { oneAtATime } from '../../platform/one-at-a-time.ts';
import type { Query, Tx } from '../../platform/db.ts';
import type { Totp } from '../../platform/totp.ts';
import type { Webauthn } from '../../platform/webauthn.ts';
import { tellMember } from '../notices/index.ts';
import type { SecurityDeps } from './deps.ts';
import { countWrong, factorsOf, hasRecoveryCode, isAnySet, isUsedRecoveryCode, takeRecoveryCode, takeStep, type Factors } from './factor-store.ts';
import { challengeOf, keepChallenge, passkeysOf, takeChallenge, usedPasskey, type Purpose } from './passkey-store.ts';
import type { RecoveryCodes } from './recovery-codes.ts';

/** Wrong codes in a row after which none is looked at, and for how long: at this pace guessing six digits takes years. */
const MOST_WRONG = 5;
const STOP_MS = 60 * 60_000;

/** What was given besides the password, as it was typed or as the browser answered. */
export type Given = Pick<Partial<Input<'withdraw'>>, 'second' | 'code' | 'passkey'>;
/** A code by either of its names. */
const typedOf = ({ second, code }: Given): string | null | undefined => (second === undefined ? code : second);

/** A second factor that was right when it was looked at. It counts once it is taken, which can be done once. */
export type Proof =
  | { readonly kind: 'totp'; readonly sealed: Buffer; readonly step: number }
  | { readonly kind: 'recovery'; readonly hash: string }
  | { readonly kind: 'passkey'; readonly id: string; readonly counter: number; readonly challenge: string; readonly purpose: Purpose | undefined };

/** Asks for second factors before a login, a change or a withdrawal. */
export interface SecondFactors {
  /** What a member may give; empty for who has set none. */
  wanted(query: Query, memberId: string): Promise<SecondFactor[]>;
  /**
   * Looks at what was given, for who has set a factor: undefined for who has not. `second_factor_required` when nothing was,
   * `bad_second_factor`, `bad_passkey`, or `second_factor_stopped` with the time until when. Nothing is used up by it, but a wrong answer
   * of a passkey's challenge and, of codes, the count of wrong ones.
   */
  ask(memberId: string, given: Given, purpose: Exclude<Purpose, 'add'>): Promise<Result<Proof | undefined>>;
  /** The same where a passkey's challenge is kept elsewhere, as a login's is. */
  look(memberId: string, given: Given, challenge: string | undefined): Promise<Result<Proof>>;
  /** Uses a proof up, in the transaction of what it allows: false when it was used by another, and then nothing may be done. */
  take(tx: Tx, memberId: string, proof: Proof): Promise<boolean>;
  /** What a member's passkeys are asked to sign; undefined for who has none. */
  challenge(query: Query, memberId: string): Promise<PasskeyRequest | undefined>;
  /** The same, kept for one purpose. */
  keptChallenge(memberId: string, purpose: Exclude<Purpose, 'add'>): Promise<PasskeyRequest | undefined>;
}

interface Parts extends Pick<SecurityDeps, 'db' | 'clock'> {
  readonly totp: Totp;
  readonly codes: RecoveryCodes;
  readonly webauthn: Webauthn;
}

const CODE_OF_SIX = /^\d{6}$/;

/** Opens the check of second factors. The count of wrong codes is the database's. */
export function createSecondFactors({ db, clock, totp, codes, webauthn }: Parts): SecondFactors {
  const inTurn = oneAtATime();

  /** `used` for a code that was right and taken: it is worth nothing, but whoever sent it twice at once guessed at nothing. */
  async function codeProof(memberId: string, typed: string, factors: Factors): Promise<Proof | 'used' | undefined> {
    const bare = typed.replaceAll(' ', '');
    if (CODE_OF_SIX.test(bare)) {
      const step = factors.totp ? totp.stepOf(bare, { ownerId: memberId, sealed: factors.totp }, clock.nowMs()) : undefined;
      if (!factors.totp || step === undefined) return undefined;
      return step > factors.totpStep ? { kind: 'totp', sealed: factors.totp, step } : 'used';
    }
    const hash = codes.hashOf(memberId, typed);
    if (hash === undefined) return undefined;
    if (await hasRecoveryCode(db, memberId, hash)) return { kind: 'recovery', hash };
    return (await isUsedRecoveryCode(db, memberId, hash)) ? 'used' : undefined;
  }

  async function lookAtCode(memberId: string, typed: string | null, factors: Factors): Promise<Result<Proof>> {
    if (factors.stoppedUntil) return refuse('second_factor_stopped', { until: momentText(factors.stoppedUntil.getTime()) });
    const proof = typed === null ? undefined : await codeProof(memberId, typed, factors);
    if (proof === 'used') return refuse('bad_second_factor');
    if (proof) return ok(proof);
    const nowMs = clock.nowMs();
    const untilMs = nowMs + STOP_MS;
    await db.transaction(async (tx) => {
      if (await countWrong(tx, memberId, { nowMs, untilMs, most: MOST_WRONG })) {
        await tellMember(tx, [{ memberId, kind: 'codes-stopped', params: { until: new Date(untilMs).toISOString() } }], nowMs);
      }
    });
    return refuse('bad_second_factor');
  }

  async function lookAtPasskey(memberId: string, answer: NonNullable<Given['passkey']>, challenge: string | undefined, purpose: Purpose | undefined): Promise<Result<Proof>> {
    const passkey = (await passkeysOf(db, memberId)).find(({ credentialId }) => credentialId === answer.id);
    const counter = passkey && challenge !== undefined ? await webauthn.answered(answer, challenge, passkey) : undefined;
    if (passkey && challenge !== undefined && counter !== undefined) return ok({ kind: 'passkey', id: passkey.id, counter, challenge, purpose });
    // Each is answered once, rightly or not.
    if (challenge !== undefined && purpose !== undefined) await takeChallenge(db, memberId, purpose, challenge);
    return refuse('bad_passkey');
  }

  /** Guesses at one member's codes wait for one another, so that many at once cannot outrun the count of wrong ones. */
  const lookAt = (memberId: string, { passkey, ...typed }: Given, { challenge, purpose }: { challenge: string | undefined; purpose: Purpose | undefined }): Promise<Result<Proof>> =>
    inTurn(memberId, async () => {
      const factors = await factorsOf(db, memberId, clock.nowMs());
      return passkey === undefined ? lookAtCode(memberId, typedOf(typed) ?? null, factors) : lookAtPasskey(memberId, passkey, challenge, purpose);
    });

  const challengeFor = async (query: Query, memberId: string): Promise<PasskeyRequest | undefined> => {
    const passkeys = await passkeysOf(query, memberId);
    return passkeys.length === 0 ? undefined : webauthn.request(passkeys);
  };

  return {
    async wanted(query, memberId) {
      const factors = await factorsOf(query, memberId, clock.nowMs());
      if (!isAnySet(factors)) return [];
      return [...(factors.totp ? ['totp'] as const : []), ...(factors.passkeys > 0 ? ['passkey'] as const : []), ...(factors.recoveryLeft > 0 ? ['recovery'] as const : [])];
    },
    async ask(memberId, given, purpose) {
      const nowMs = clock.nowMs();
      if (!isAnySet(await factorsOf(db, memberId, nowMs))) return ok(undefined);
      if (typedOf(given) === undefined && given.passkey === undefined) return refuse('second_factor_required');
      const challenge = given.passkey === undefined ? undefined : await challengeOf(db, memberId, purpose, nowMs);
      return lookAt(memberId, given, { challenge, purpose });
    },
    look: (memberId, given, challenge) => lookAt(memberId, given, { challenge, purpose: undefined }),
    async take(tx, memberId, proof) {
      const nowMs = clock.nowMs();
      switch (proof.kind) {
        case 'totp': return takeStep(tx, memberId, proof.sealed, proof.step);
        case 'passkey':
          if (proof.purpose !== undefined && !(await takeChallenge(tx, memberId, proof.purpose, proof.challenge))) return false;
          return usedPasskey(tx, memberId, proof.id, proof.counter, nowMs);
        case 'recovery': {
          const left = await takeRecoveryCode(tx, memberId, proof.hash, nowMs);
          if (left === undefined) return false;
          await tellMember(tx, [{ memberId, kind: 'recovery-used', params: { left: String(left) } }], nowMs);
          return true;
        }
      }
    },
    challenge: challengeFor,
    async keptChallenge(memberId, purpose) {
      const request = await challengeFor(db, memberId);
      if (request) await keepChallenge(db, memberId, purpose, request.challenge, clock.nowMs());
      return request;
    },
  };
}
