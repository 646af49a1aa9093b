import { ok, refuse, type KeyRight, type Refusal, type Result } from '@plimsoll/contract';
import type { Clock } from '../../platform/clock.ts';
import type { SignedCall, SignedCalls, Signer } from '../../platform/http/index.ts';
import type { Admission, Unfit } from './admit.ts';
import type { KnownKey } from './known-keys.ts';

const SIGNED = /(?:^|&)AccessKeyId=/;
/** How long a key waits that signed too much. */
const WAIT_SECONDS = '1';

/** With the time, for programs whose clock goes wrong. */
const badSignature = (why: string, nowMs: number): Refusal => ({
  reason: 'bad_signature',
  data: { why, time: new Date(nowMs).toISOString() },
});

function refusalOf(unfit: Unfit, nowMs: number): Refusal {
  if (unfit === 'network') return { reason: 'key_not_allowed' };
  if (unfit === 'frequency') return { reason: 'too_many_requests', params: { seconds: WAIT_SECONDS } };
  return badSignature(unfit, nowMs);
}

const has = (key: KnownKey, right: KeyRight): boolean =>
  right === 'read' || (right === 'trade' ? key.mayTrade : key.mayTransfer);

/**
 * Signatures of programs below `/api` (WIRE 1.9): signed as HTX's calls are, and over the body too, by `BodySha256` in the
 * query.
 */
export const signedCalls = ({
  admission,
  clock,
}: {
  readonly admission: Admission;
  readonly clock: Clock;
}): SignedCalls => ({
  isSigned: (search) => SIGNED.test(search),
  async admit(asked: SignedCall, right: KeyRight): Promise<Result<Signer>> {
    const admitted = await admission.admit(asked);
    if (typeof admitted === 'string') return { ok: false, refusal: refusalOf(admitted, clock.nowMs()) };
    const { key, query } = admitted;
    if (query.fields.get('BodySha256') !== asked.bodyHash)
      return { ok: false, refusal: badSignature('body', clock.nowMs()) };
    if (!has(key, right)) return refuse('key_not_allowed');
    const { id, memberId, hash, lang, markets, isOn, isCapped } = key;
    const idempotencyKey = query.fields.get('IdempotencyKey');
    const signer = { memberId, hash, lang, key: { id, markets, isOn, isCapped } };
    return ok(idempotencyKey === undefined ? signer : { ...signer, idempotencyKey });
  },
});
