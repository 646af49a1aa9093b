import { ok, refuse, type Result } from '@plimsoll/contract';
import { CODE_DIGITS } from '@plimsoll/contract/figures';
import { momentText } from '../../platform/moment-text.ts';
import { oneAtATime } from '../../platform/one-at-a-time.ts';
import { notifyMember } from '../notices/index.ts';
import type { FactorDeps, Given, Proof, ToSign } from './factor-proof.ts';
import { countWrong, factorsOf, isUsedRecoveryCode, recoveryCodeOf, type Factors } from './factor-store.ts';
import { passkeysOf, takeChallenge } from './passkey-store.ts';

/** Wrong codes in a row that stop codes, and for how long. */
const MAX_WRONG = 5;
const STOP_MS = 60 * 60_000;

const CODE = new RegExp(`^\\d{${CODE_DIGITS}}$`);

/** A code by either of its field names. */
export const typedOf = ({ second, code }: Given): string | null | undefined => (second === undefined ? code : second);

/** `used` for a right code that was used: refused, but no guess. */
async function codeProof(
  memberId: string,
  typed: string,
  factors: Factors,
  { db, clock, totp, codes }: FactorDeps,
): Promise<Proof | 'used' | undefined> {
  const bare = typed.replaceAll(' ', '');
  if (CODE.test(bare)) {
    const step = factors.totp
      ? totp.stepOf(bare, { ownerId: memberId, sealed: factors.totp }, clock.nowMs())
      : undefined;
    if (!factors.totp || step === undefined) return undefined;
    return step > factors.totpStep ? { kind: 'totp', sealed: factors.totp, step } : 'used';
  }
  const hashes = codes.hashesOf(memberId, typed);
  if (hashes.length === 0) return undefined;
  const hash = await recoveryCodeOf(db, memberId, hashes);
  if (hash !== undefined) return { kind: 'recovery', hash };
  return (await isUsedRecoveryCode(db, memberId, hashes)) ? 'used' : undefined;
}

async function checkCode(
  memberId: string,
  typed: string | null,
  factors: Factors,
  deps: FactorDeps,
): Promise<Result<Proof>> {
  const { db, clock } = deps;
  if (factors.stoppedUntil)
    return refuse('second_factor_stopped', { until: momentText(factors.stoppedUntil.getTime()) });
  const proof = typed === null ? undefined : await codeProof(memberId, typed, factors, deps);
  if (proof === 'used') return refuse('bad_second_factor');
  if (proof) return ok(proof);
  const nowMs = clock.nowMs();
  const untilMs = nowMs + STOP_MS;
  await db.transaction(async (tx) => {
    if (await countWrong(tx, memberId, { nowMs, untilMs, max: MAX_WRONG })) {
      await notifyMember(
        tx,
        [{ memberId, kind: 'codes-stopped', params: { until: new Date(untilMs).toISOString() } }],
        nowMs,
      );
    }
  });
  return refuse('bad_second_factor');
}

async function checkPasskey(
  memberId: string,
  answer: NonNullable<Given['passkey']>,
  { challenge, nonce = null, purpose }: ToSign,
  { db, webauthn }: FactorDeps,
): Promise<Result<Proof>> {
  const passkey = (await passkeysOf(db, memberId)).find(({ credentialId }) => credentialId === answer.id);
  const counter = passkey && challenge !== undefined ? await webauthn.answered(answer, challenge, passkey) : undefined;
  if (passkey && challenge !== undefined && counter !== undefined)
    return ok({ kind: 'passkey', id: passkey.id, counter, challenge, nonce, purpose });
  // A challenge is consumed by a wrong answer too.
  if (challenge !== undefined && purpose !== undefined) await takeChallenge(db, memberId, purpose, challenge);
  return refuse('bad_passkey');
}

/** Verifies a code or a passkey's answer to `toSign`. */
export type FactorCheck = (memberId: string, given: Given, toSign: ToSign) => Promise<Result<Proof>>;

/** Makes a {@link FactorCheck}, which runs a member's attempts in turn, so that the count holds. */
export function createFactorCheck(deps: FactorDeps): FactorCheck {
  const inTurn = oneAtATime();
  return (memberId, given, toSign) =>
    inTurn(memberId, async () => {
      const factors = await factorsOf(deps.db, memberId, deps.clock.nowMs());
      return given.passkey === undefined
        ? checkCode(memberId, typedOf(given) ?? null, factors, deps)
        : checkPasskey(memberId, given.passkey, toSign, deps);
    });
}
