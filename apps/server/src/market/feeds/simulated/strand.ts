import { createHmac } from 'node:crypto';

const TWO_32 = 2 ** 32;
/** As published. Attacks are known on 7, with 2⁴⁸ chosen blocks; ISO/IEC 29192-6 has 12. */
const ROUNDS = 8;
const UNIFORM = 1;
const NORMAL = 2;
const WORDS = 3;

/**
 * Version of how a seed makes a world, part of {@link FeedIdentity}'s `world`: another version makes other candles.
 * Version 1 seeded strands with 32 bits.
 */
export const GENERATOR = 2;

const unit = (word: number): number => ((word >>> 0) + 0.5) / TWO_32;
const bell = (one: number, other: number): number =>
  Math.sqrt(-2 * Math.log(unit(one))) * Math.cos(2 * Math.PI * unit(other));

/**
 * A stream of random draws that depend only on the seed, the strand's name and the draw's number, for any moment in
 * any order. Four words of 32 bits are a pseudorandom function (Chaskey) of (a, b) under a 128-bit key, HMAC-SHA-256
 * of the name under the seed: draws reveal neither the key nor another strand.
 */
export class Strand {
  // Twice the key in GF(2¹²⁸), which closes a whole block, and with the key, which opens one.
  readonly #closing0: number;
  readonly #closing1: number;
  readonly #closing2: number;
  readonly #closing3: number;
  readonly #opening0: number;
  readonly #opening1: number;
  readonly #opening2: number;
  readonly #opening3: number;
  #kind = 0;
  #a = 0;
  #b = 0;
  w0 = 0;
  w1 = 0;
  w2 = 0;
  w3 = 0;

  /** `seed`: `FEED_SEED`; `name`: unique in a world. */
  constructor(seed: string, name: string) {
    const digest = createHmac('sha256', seed).update(`strand ${GENERATOR} ${name}`).digest();
    const [k0, k1, k2, k3] = [
      digest.readInt32LE(0),
      digest.readInt32LE(4),
      digest.readInt32LE(8),
      digest.readInt32LE(12),
    ];
    this.#closing0 = (k0 << 1) ^ (k3 < 0 ? 0x87 : 0);
    this.#closing1 = (k1 << 1) | (k0 >>> 31);
    this.#closing2 = (k2 << 1) | (k1 >>> 31);
    this.#closing3 = (k3 << 1) | (k2 >>> 31);
    this.#opening0 = k0 ^ this.#closing0;
    this.#opening1 = k1 ^ this.#closing1;
    this.#opening2 = k2 ^ this.#closing2;
    this.#opening3 = k3 ^ this.#closing3;
  }

  /** Uniform in (0, 1), by two whole numbers: 32 bits, and up to 2⁵³. */
  uniform(a: number, b: number): number {
    const block = Math.floor(b / 4);
    this.#draw(UNIFORM, a, block);
    switch (b - block * 4) {
      case 0:
        return unit(this.w0);
      case 1:
        return unit(this.w1);
      case 2:
        return unit(this.w2);
      default:
        return unit(this.w3);
    }
  }

  below(count: number, a: number, b: number): number {
    return Math.floor(this.uniform(a, b) * count);
  }

  normal(a: number, b: number): number {
    const block = Math.floor(b / 2);
    this.#draw(NORMAL, a, block);
    return b - block * 2 === 0 ? bell(this.w0, this.w1) : bell(this.w2, this.w3);
  }

  /** Draws four words into `w0` to `w3`. */
  words(a: number, b: number): void {
    this.#draw(WORDS, a, b);
  }

  firstUniform(): number {
    return unit(this.w0);
  }

  lastNormal(): number {
    return bell(this.w2, this.w3);
  }

  /** A number near 1 that drifts smoothly: e to `spread` × a normal draw every `everyMs`, joined by cosine. */
  breath(everyMs: number, spread: number, atMs: number): number {
    const place = atMs / everyMs;
    const slot = Math.floor(place);
    const blend = (1 - Math.cos(Math.PI * (place - slot))) / 2;
    return Math.exp(spread * ((1 - blend) * this.normal(0, slot) + blend * this.normal(0, slot + 1)));
  }

  #draw(kind: number, a: number, b: number): void {
    if (kind === this.#kind && a === this.#a && b === this.#b) return;
    this.#kind = kind;
    this.#a = a;
    this.#b = b;
    const high = Math.floor(b / TWO_32);
    let v0 = this.#opening0 ^ a;
    let v1 = this.#opening1 ^ ((b - high * TWO_32) | 0);
    let v2 = this.#opening2 ^ high;
    let v3 = this.#opening3 ^ kind;
    for (let round = 0; round < ROUNDS; round += 1) {
      v0 = (v0 + v1) | 0;
      v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
      v0 = (v0 << 16) | (v0 >>> 16);
      v2 = (v2 + v3) | 0;
      v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
      v0 = (v0 + v3) | 0;
      v3 = ((v3 << 13) | (v3 >>> 19)) ^ v0;
      v2 = (v2 + v1) | 0;
      v1 = ((v1 << 7) | (v1 >>> 25)) ^ v2;
      v2 = (v2 << 16) | (v2 >>> 16);
    }
    this.w0 = v0 ^ this.#closing0;
    this.w1 = v1 ^ this.#closing1;
    this.w2 = v2 ^ this.#closing2;
    this.w3 = v3 ^ this.#closing3;
  }
}
