import { hash } from 'node:crypto';

const BLOCK_BYTES = 128;
const HASH_BYTES = 64;
/** What a house account's leaf has for a salt: anybody can make its nonce (PROOF 5). */
export const HOUSE_SALT = '0'.repeat(64);

const MAX_INPUT_BYTES = 1024;

/**
 * The salts of one epoch's leaves: halves of HMAC-SHA-512 of the epoch's key over the owner and the number of the pair of
 * parts, so that nothing but the key is kept, and two parts cost one HMAC. Written out, because `createHmac` takes
 * several times as long for so little.
 */
export class Salts {
  readonly #inner = Buffer.alloc(BLOCK_BYTES + MAX_INPUT_BYTES);
  readonly #outer = Buffer.alloc(BLOCK_BYTES + HASH_BYTES);

  /** @param key 32 bytes, new each epoch */
  constructor(key: Uint8Array) {
    this.#inner.fill(0x36, 0, BLOCK_BYTES);
    this.#outer.fill(0x5c, 0, BLOCK_BYTES);
    for (const [at, byte] of key.entries()) {
      this.#inner[at] = byte ^ 0x36;
      this.#outer[at] = byte ^ 0x5c;
    }
  }

  /**
   * 128 hex digits: the salts of parts 2 × `pair` − 1 and 2 × `pair`.
   * @throws RangeError for an owner's name that is too long
   */
  pair(owner: string, pair: number): string {
    const text = `${owner}\n${pair}`;
    if (text.length * 3 > MAX_INPUT_BYTES) throw new RangeError('an owner’s name is too long');
    const end = BLOCK_BYTES + this.#inner.write(text, BLOCK_BYTES);
    this.#outer.write(hash('sha512', this.#inner.subarray(0, end), 'binary'), BLOCK_BYTES, 'latin1');
    return hash('sha512', this.#outer, 'hex');
  }

  /** The salt of one part, from 1: 64 hex digits. */
  of(owner: string, part: number): string {
    const from = part % 2 === 1 ? 0 : 64;
    return this.pair(owner, Math.ceil(part / 2)).slice(from, from + 64);
  }
}
