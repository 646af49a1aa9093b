import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { isWorkDone, type Work } from '@plimsoll/proof';
import type { Clock } from './clock.ts';
import { derivedKey } from './secret.ts';
import type { Slower, Throttles } from './throttles.ts';

/** How long a challenge may be answered. */
const LIFE_MS = 2 * 60_000;
/** Zero bits asked for: a phone finds the most within some seconds, a desk the least within a tenth of one. */
export const WORK_BITS = { min: 15, max: 18 } as const;
/** A challenge has four parts, the answer is the fifth. */
const PARTS = 5;
const MAC_BYTES = 16;

interface ProofDeps {
  readonly clock: Clock;
  /** The same in every process. */
  readonly secret: string;
  readonly throttles: Throttles;
  /** Who logs in: an answer of one kind is none of another. */
  readonly who: string;
}

/**
 * Asks for work in the place of a pause: a challenge is bound to one name and one moment by a key of the server's, so
 * that nothing is kept of those that are not answered, and an answer is taken once, by every process together.
 */
export class ProofsOfWork {
  readonly #clock: Clock;
  readonly #key: Buffer;
  readonly #who: string;
  readonly #used: Slower;

  constructor({ clock, secret, throttles, who }: ProofDeps) {
    this.#clock = clock;
    this.#key = derivedKey(secret, 'proof of work');
    this.#who = who;
    this.#used = throttles.slowDown(`${who}-work`, { free: 1, withinMs: LIFE_MS, pauseMs: LIFE_MS });
  }

  /** What whoever tries `name` is to find; `bits` are kept within bounds. */
  ask(name: string, bits: number): Work {
    const asked = Math.min(WORK_BITS.max, Math.max(WORK_BITS.min, bits));
    const at = this.#clock.nowMs().toString(36);
    const salt = randomBytes(9).toString('base64url');
    return {
      challenge: `${at}.${salt}.${asked}.${this.#mac(name, at, salt, String(asked)).toString('base64url')}`,
      bits: asked,
    };
  }

  /**
   * Whether `answer`, a challenge with its answer behind a dot, is work done for `name`, just now and not used before;
   * it is used up by this.
   */
  async accept(name: string, answer: string): Promise<boolean> {
    const parts = answer.split('.');
    const [at = '', salt = '', bits = '', mac = '', nonce = ''] = parts;
    if (parts.length !== PARTS) return false;
    const given = Buffer.from(mac, 'base64url');
    if (given.length !== MAC_BYTES || !timingSafeEqual(given, this.#mac(name, at, salt, bits))) return false;
    // not money: a time and a number of bits, both of our own making
    const ageMs = this.#clock.nowMs() - Number.parseInt(at, 36);
    const challenge = `${at}.${salt}.${bits}.${mac}`;
    if (Math.abs(ageMs) > LIFE_MS || !isWorkDone({ challenge, bits: Number(bits) }, nonce)) return false;
    if ((await this.#used.waitOf(challenge)) > 0) return false;
    this.#used.failed(challenge);
    return true;
  }

  #mac(name: string, at: string, salt: string, bits: string): Buffer {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([this.#who, name, at, salt, bits]))
      .digest()
      .subarray(0, MAC_BYTES);
  }
}
