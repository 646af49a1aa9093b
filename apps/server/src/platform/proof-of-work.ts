import { createHmac, randomBytes } from 'node:crypto';
import { isWorkDone, type Work } from '@plimsoll/proof';
import type { Clock } from './clock.ts';
import { derivedKeys, isOfOne, type SecretOrSecrets } from './secret.ts';
import type { Slower, Throttles } from './throttles.ts';

const LIFE_MS = 2 * 60_000;
/** Zero bits: a phone finds the maximum within seconds, a computer the minimum in a tenth. */
export const WORK_BITS = { min: 15, max: 18 } as const;
/** Four parts of a challenge, and the answer. */
const PARTS = 5;
const MAC_BYTES = 16;

interface ProofDeps {
  readonly clock: Clock;
  /** The same in every process. */
  readonly secret: SecretOrSecrets;
  readonly throttles: Throttles;
  /** Answers of one kind are not valid for another. */
  readonly who: string;
}

/**
 * Work instead of a pause. The server's key binds a challenge to a name and a moment, so none is stored; an answer
 * counts once in all processes.
 */
export class ProofsOfWork {
  readonly #clock: Clock;
  readonly #keys: readonly [Buffer, ...Buffer[]];
  readonly #who: string;
  readonly #used: Slower;

  constructor({ clock, secret, throttles, who }: ProofDeps) {
    this.#clock = clock;
    this.#keys = derivedKeys(secret, 'proof of work');
    this.#who = who;
    this.#used = throttles.slowDown(`${who}-work`, { free: 1, withinMs: LIFE_MS, pauseMs: LIFE_MS });
  }

  /** A challenge for `name`; `bits` are kept within bounds. */
  ask(name: string, bits: number): Work {
    const asked = Math.min(WORK_BITS.max, Math.max(WORK_BITS.min, bits));
    const at = this.#clock.nowMs().toString(36);
    const salt = randomBytes(9).toString('base64url');
    return {
      challenge: `${at}.${salt}.${asked}.${this.#mac(this.#keys[0], [name, at, salt, String(asked)]).toString('base64url')}`,
      bits: asked,
    };
  }

  /**
   * Whether `answer`, a challenge and its solution behind a dot, is recent, valid for `name` and unused; uses it up.
   */
  async accept(name: string, answer: string): Promise<boolean> {
    const parts = answer.split('.');
    const [at = '', salt = '', bits = '', mac = '', nonce = ''] = parts;
    if (parts.length !== PARTS) return false;
    const given = Buffer.from(mac, 'base64url');
    const isOurs = isOfOne(this.#keys, given, (key) => this.#mac(key, [name, at, salt, bits]));
    if (given.length !== MAC_BYTES || !isOurs) return false;
    // not money: a time and a number of bits of our own
    const ageMs = this.#clock.nowMs() - Number.parseInt(at, 36);
    const challenge = `${at}.${salt}.${bits}.${mac}`;
    if (Math.abs(ageMs) > LIFE_MS || !isWorkDone({ challenge, bits: Number(bits) }, nonce)) return false;
    return (await this.#used.take(challenge)) === 0;
  }

  #mac(key: Buffer, parts: readonly [name: string, at: string, salt: string, bits: string]): Buffer {
    return createHmac('sha256', key)
      .update(JSON.stringify([this.#who, ...parts]))
      .digest()
      .subarray(0, MAC_BYTES);
  }
}
