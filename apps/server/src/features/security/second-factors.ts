import { createHash, randomBytes } from 'node:crypto';
import {
  ok,
  refuse,
  type Input,
  type PasskeyRequest,
  type Result,
  type SecondFactor,
  type Answer,
} from '@plimsoll/contract';
import { lastWords, type LastWords } from '@plimsoll/contract/last-words';
import { momentText } from '../../platform/moment-text.ts';
import { oneAtATime } from '../../platform/one-at-a-time.ts';
import type { Query, Tx } from '../../platform/db.ts';
import type { Totp } from '../../platform/totp.ts';
import type { Webauthn } from '../../platform/webauthn.ts';
import { notifyMember } from '../notices/index.ts';
import type { SecurityDeps } from './deps.ts';
import {
  countWrong,
  factorsOf,
  hasRecoveryCode,
  isAnySet,
  isUsedRecoveryCode,
  takeRecoveryCode,
  takeStep,
  type Factors,
} from './factor-store.ts';
import {
  challengeOf,
  keepChallenge,
  passkeysOf,
  takeChallenge,
  usedPasskey,
  type Challenge,
  type Purpose,
} from './passkey-store.ts';
import type { RecoveryCodes } from './recovery-codes.ts';

/**
 * Wrong codes in a row after which none is looked at, and for how long: at this pace guessing six digits takes years.
 */
const MAX_WRONG = 5;
const STOP_MS = 60 * 60_000;

/** What was given besides the password, as it was typed or as the browser answered. */
export type Given = Pick<Partial<Input<'withdraw'>>, 'second' | 'code' | 'passkey'>;
/** A code by either of its names. */
const typedOf = ({ second, code }: Given): string | null | undefined => (second === undefined ? code : second);

/** A second factor that was right when it was looked at. It counts once it is taken, which can be done once. */
export type Proof =
  | { readonly kind: 'totp'; readonly sealed: Buffer; readonly step: number }
  | { readonly kind: 'recovery'; readonly hash: string }
  | {
      readonly kind: 'passkey';
      readonly id: string;
      readonly counter: number;
      readonly challenge: string;
      readonly nonce: string | null;
      readonly purpose: Purpose | undefined;
    };

/** What a factor is asked for: before something leaves, with the words that a passkey signs. */
export type AskedFor = { readonly purpose: 'change' } | { readonly purpose: 'withdraw'; readonly words: LastWords };

const NONCE_BYTES = 32;
const hashOf = (words: LastWords, nonce: string): string =>
  createHash('sha256').update(lastWords(words, nonce)).digest('base64url');

/** Asks for second factors before a login, a change or a withdrawal. */
export interface SecondFactors {
  /** What a member may give; empty for who has set none. */
  wanted(query: Query, memberId: string): Promise<SecondFactor[]>;
  /**
   * Looks at what was given, for who has set a factor: undefined for who has not. `second_factor_required` when nothing
   * was, `bad_second_factor`, `bad_passkey`, or `second_factor_stopped` with the time until when. Nothing is used up by
   * it, but a wrong answer of a passkey's challenge and, of codes, the count of wrong ones. What a passkey signed must
   * be these very words, when something leaves.
   */
  ask(memberId: string, given: Given, askedFor: AskedFor): Promise<Result<Proof | undefined>>;
  /** The same where a passkey's challenge is kept elsewhere, as a login's is. */
  look(memberId: string, given: Given, challenge: string | undefined): Promise<Result<Proof>>;
  /**
   * Uses a proof up, in the transaction of what it allows: false when it was used by another, and then nothing may be
   * done. So with what a passkey signed over other `words` than what is about to leave.
   */
  take(tx: Tx, memberId: string, proof: Proof, words?: LastWords): Promise<boolean>;
  /** What a member's passkeys are asked to sign; undefined for who has none. */
  challenge(query: Query, memberId: string): Promise<PasskeyRequest | undefined>;
  /** The same, kept for one purpose; before something leaves it is the hash of its words. */
  keptChallenge(memberId: string, askedFor: AskedFor): Promise<Answer<'passkeyChallenge'> | undefined>;
}

interface Parts extends Pick<SecurityDeps, 'db' | 'clock'> {
  readonly totp: Totp;
  readonly codes: RecoveryCodes;
  readonly webauthn: Webauthn;
}

/** What a passkey was asked to sign, and for what; no challenge where none is in force. */
interface ToSign extends Partial<Challenge> {
  readonly purpose: Purpose | undefined;
}

const CODE_OF_SIX = /^\d{6}$/;

/** Opens the check of second factors. The count of wrong codes is the database's. */
export function createSecondFactors({ db, clock, totp, codes, webauthn }: Parts): SecondFactors {
  const inTurn = oneAtATime();

  /**
   * `used` for a code that was right and taken: it is worth nothing, but whoever sent it twice at once guessed at
   * nothing.
   */
  async function codeProof(memberId: string, typed: string, factors: Factors): Promise<Proof | 'used' | undefined> {
    const bare = typed.replaceAll(' ', '');
    if (CODE_OF_SIX.test(bare)) {
      const step = factors.totp
        ? totp.stepOf(bare, { ownerId: memberId, sealed: factors.totp }, clock.nowMs())
        : undefined;
      if (!factors.totp || step === undefined) return undefined;
      return step > factors.totpStep ? { kind: 'totp', sealed: factors.totp, step } : 'used';
    }
    const hash = codes.hashOf(memberId, typed);
    if (hash === undefined) return undefined;
    if (await hasRecoveryCode(db, memberId, hash)) return { kind: 'recovery', hash };
    return (await isUsedRecoveryCode(db, memberId, hash)) ? 'used' : undefined;
  }

  async function lookAtCode(memberId: string, typed: string | null, factors: Factors): Promise<Result<Proof>> {
    if (factors.stoppedUntil)
      return refuse('second_factor_stopped', { until: momentText(factors.stoppedUntil.getTime()) });
    const proof = typed === null ? undefined : await codeProof(memberId, typed, factors);
    if (proof === 'used') return refuse('bad_second_factor');
    if (proof) return ok(proof);
    const nowMs = clock.nowMs();
    const untilMs = nowMs + STOP_MS;
    await db.transaction(async (tx) => {
      if (await countWrong(tx, memberId, { nowMs, untilMs, most: MAX_WRONG })) {
        await notifyMember(
          tx,
          [{ memberId, kind: 'codes-stopped', params: { until: new Date(untilMs).toISOString() } }],
          nowMs,
        );
      }
    });
    return refuse('bad_second_factor');
  }

  async function lookAtPasskey(
    memberId: string,
    answer: NonNullable<Given['passkey']>,
    { challenge, nonce = null, purpose }: ToSign,
  ): Promise<Result<Proof>> {
    const passkey = (await passkeysOf(db, memberId)).find(({ credentialId }) => credentialId === answer.id);
    const counter =
      passkey && challenge !== undefined ? await webauthn.answered(answer, challenge, passkey) : undefined;
    if (passkey && challenge !== undefined && counter !== undefined)
      return ok({ kind: 'passkey', id: passkey.id, counter, challenge, nonce, purpose });
    // Each is answered once, rightly or not.
    if (challenge !== undefined && purpose !== undefined) await takeChallenge(db, memberId, purpose, challenge);
    return refuse('bad_passkey');
  }

  /** Guesses at one member's codes wait for one another, so that many at once cannot outrun the count of wrong ones. */
  const lookAt = (memberId: string, { passkey, ...typed }: Given, toSign: ToSign): Promise<Result<Proof>> =>
    inTurn(memberId, async () => {
      const factors = await factorsOf(db, memberId, clock.nowMs());
      return passkey === undefined
        ? lookAtCode(memberId, typedOf(typed) ?? null, factors)
        : lookAtPasskey(memberId, passkey, toSign);
    });

  const challengeFor = async (
    query: Query,
    memberId: string,
    challenge?: string,
  ): Promise<PasskeyRequest | undefined> => {
    const passkeys = await passkeysOf(query, memberId);
    return passkeys.length === 0 ? undefined : webauthn.request(passkeys, challenge);
  };

  /** What was to be signed for it; undefined where nothing was, or other words: then that is used up. */
  async function signedFor(memberId: string, askedFor: AskedFor, nowMs: number): Promise<Challenge | undefined> {
    const kept = await challengeOf(db, memberId, askedFor.purpose, nowMs);
    if (
      !kept ||
      askedFor.purpose === 'change' ||
      (kept.nonce !== null && hashOf(askedFor.words, kept.nonce) === kept.challenge)
    )
      return kept;
    await takeChallenge(db, memberId, askedFor.purpose, kept.challenge);
    return undefined;
  }

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
      const nowMs = clock.nowMs();
      if (!isAnySet(await factorsOf(db, memberId, nowMs))) return ok(undefined);
      if (typedOf(given) === undefined && given.passkey === undefined) return refuse('second_factor_required');
      const signed = given.passkey === undefined ? undefined : await signedFor(memberId, askedFor, nowMs);
      return lookAt(memberId, given, { ...signed, purpose: askedFor.purpose });
    },
    look: (memberId, given, challenge) =>
      lookAt(memberId, given, { ...(challenge === undefined ? {} : { challenge }), purpose: undefined }),
    async take(tx, memberId, proof, words) {
      const nowMs = clock.nowMs();
      switch (proof.kind) {
        case 'totp':
          return takeStep(tx, memberId, proof.sealed, proof.step);
        case 'passkey':
          if (proof.nonce !== null && (!words || hashOf(words, proof.nonce) !== proof.challenge)) return false;
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
    },
    challenge: (query, memberId) => challengeFor(query, memberId),
    async keptChallenge(memberId, askedFor) {
      const nonce = askedFor.purpose === 'withdraw' ? randomBytes(NONCE_BYTES).toString('base64url') : null;
      const request = await challengeFor(
        db,
        memberId,
        askedFor.purpose === 'withdraw' && nonce !== null ? hashOf(askedFor.words, nonce) : undefined,
      );
      if (request)
        await keepChallenge(db, memberId, askedFor.purpose, { challenge: request.challenge, nonce }, clock.nowMs());
      return request && { ...request, nonce };
    },
  };
}
