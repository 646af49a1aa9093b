import { hash } from 'node:crypto';
import { HASH_BYTES, nodeBytes } from './tree-layout.ts';

const TWO_POW_32 = 2 ** 32;

/**
 * Makes the level above a stretch of nodes (PROOF 5): the node over each two, its hash over both children's hashes and
 * sums. One for a tree: its scratch memory is used again for every node.
 */
export class SumLevels {
  readonly #bytes: number;
  readonly #input: Buffer;

  constructor(coins: number) {
    this.#bytes = nodeBytes(coins);
    this.#input = Buffer.alloc(1 + 2 * this.#bytes);
    this.#input[0] = 1;
  }

  /**
   * The nodes over `level`, an even number of nodes.
   * @throws RangeError for a sum at or above 2^128
   */
  above(level: Buffer): Buffer {
    const bytes = this.#bytes;
    const made = Buffer.alloc(level.length / 2);
    const below = new DataView(level.buffer, level.byteOffset, level.length);
    const sums = new DataView(made.buffer, made.byteOffset, made.length);
    const input = this.#input;
    for (let left = 0, at = 0; left < level.length; left += 2 * bytes, at += bytes) {
      level.copy(input, 1, left, left + 2 * bytes);
      made.write(hash('sha256', input, 'binary'), at, 'latin1');
      for (let coin = HASH_BYTES; coin < bytes; coin += 16) {
        let carry = 0;
        for (let word = coin + 12; word >= coin; word -= 4) {
          const sum = below.getUint32(left + word) + below.getUint32(left + bytes + word) + carry;
          carry = sum >= TWO_POW_32 ? 1 : 0;
          sums.setUint32(at + word, sum >>> 0);
        }
        if (carry > 0) throw new RangeError('a sum beyond 2^128');
      }
    }
    return made;
  }
}
