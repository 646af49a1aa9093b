import { createHmac, randomBytes } from 'node:crypto';
import { PLAN_SECONDS } from '@plimsoll/contract/figures';
import { ok, refuse, type Refusal, type Result } from '@plimsoll/contract';
import type { Clock } from '../clock.ts';
import { derivedKeys, isOfOne, type SecretOrSecrets } from '../secret.ts';
import { canonical } from './claims.ts';
import { reasonWords } from './reason-words.ts';
import type { MemberContext } from './route.ts';

/** When it expires (ms in base 36), 96 random bits, and 128 bits of a signature. */
const PLAN = /^p1\.([0-9a-z]{8,9})\.([\w-]{16})\.([\w-]{22})$/;
const NONCE_BYTES = 12;
const MAC_BYTES = 16;

/** Who plans: a member, or their program by its key. */
type Planner = Pick<MemberContext, 'memberId' | 'key'>;

/** A plan as an answer has it. */
export interface PlanAnswer {
  readonly plan: string | null;
  readonly expires: string | null;
  readonly refusals: { reason: string; msg: string }[];
}

/** Plans of what calls would do (RULES 7.7). Nothing of one is stored: its id is signed over all that it is of. */
export class Plans {
  readonly #clock: Clock;
  readonly #keys: readonly [Buffer, ...Buffer[]];

  constructor(secret: SecretOrSecrets, clock: Clock) {
    this.#clock = clock;
    this.#keys = derivedKeys(secret, 'plans');
  }

  /** The answer of a plan of `call` with these fields: an id while nothing refuses it. */
  answer(
    call: string,
    fields: object,
    { by, refusals }: { readonly by: MemberContext; readonly refusals: readonly Refusal[] },
  ): PlanAnswer {
    const written = refusals.map(({ reason, params }) => ({ reason, msg: reasonWords(by.lang, reason, params) }));
    if (refusals.length > 0) return { plan: null, expires: null, refusals: written };
    const expiresMs = this.#clock.nowMs() + PLAN_SECONDS * 1000;
    const head = `p1.${expiresMs.toString(36)}.${randomBytes(NONCE_BYTES).toString('base64url')}`;
    const [key] = this.#keys;
    return {
      plan: `${head}.${macOf(key, head, { call, fields, by })}`,
      expires: new Date(expiresMs).toISOString(),
      refusals: [],
    };
  }

  /**
   * Refuses a plan that is not of this call with these fields by this caller, has expired, or is not the request's
   * idempotency key, by which it is placed once.
   */
  check(
    plan: string | undefined,
    { call, fields }: { readonly call: string; readonly fields: object },
    by: MemberContext,
  ): Result<null> {
    if (plan === undefined) return ok(null);
    const [, expires = '', , mac = ''] = PLAN.exec(plan) ?? [];
    const head = plan.slice(0, -mac.length - 1);
    // not money: a time
    const isTimely = mac !== '' && parseInt(expires, 36) > this.#clock.nowMs();
    // As text: two spellings of one signature would be two idempotency keys.
    const isOfThis =
      isTimely && isOfOne(this.#keys, Buffer.from(mac), (key) => Buffer.from(macOf(key, head, { call, fields, by })));
    return isOfThis && by.claim?.key === plan ? ok(null) : refuse('bad_plan');
  }
}

function macOf(
  key: Buffer,
  head: string,
  { call, fields, by }: { readonly call: string; readonly fields: object; readonly by: Planner },
): string {
  const text = canonical([head, call, by.memberId, by.key?.id ?? null, fields]);
  return createHmac('sha256', key).update(text).digest().subarray(0, MAC_BYTES).toString('base64url');
}
