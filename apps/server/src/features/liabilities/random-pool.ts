import { randomFillSync } from 'node:crypto';

const POOL_WORDS = 65_536;
const TWO_POW_32 = 2 ** 32;
const TWO_POW_21 = 2 ** 21;
const TWO_POW_53 = 2 ** 53;

/** Random figures of the system's generator, asked for in bulk: a tree takes tens of millions. */
export class RandomPool {
  readonly #words = new Uint32Array(POOL_WORDS);
  #used = POOL_WORDS;

  /** A whole number from 0 to `bound` − 1, each as likely (to 2⁻⁵³); `bound` at most 2^53. */
  below(bound: number): number {
    const high = this.#word();
    return Math.floor(((high * TWO_POW_21 + (this.#word() >>> 11)) / TWO_POW_53) * bound);
  }

  /** The same for large bounds, at most 2^129 (to 2⁻⁶⁴). */
  belowLarge(bound: bigint): bigint {
    let random = 0n;
    for (let word = 0; word < 6; word += 1) random = random * BigInt(TWO_POW_32) + BigInt(this.#word());
    return (random * bound) >> 192n;
  }

  /** Fills `bytes` of a buffer from `at` on, a multiple of four. */
  fill(into: Buffer, at: number, bytes: number): void {
    for (let word = 0; word < bytes; word += 4) into.writeUInt32LE(this.#word(), at + word);
  }

  #word(): number {
    if (this.#used === POOL_WORDS) {
      randomFillSync(this.#words);
      this.#used = 0;
    }
    const word = this.#words[this.#used] ?? 0;
    // Nothing that was used stays in memory.
    this.#words[this.#used] = 0;
    this.#used += 1;
    return word;
  }
}
