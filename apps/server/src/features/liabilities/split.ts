import type { RandomPool } from './random-pool.ts';

const WORD = 0xff_ff_ff_ffn;
const TWO_POW_32 = 2 ** 32;
/** Bytes of an amount in the tree (PROOF 5). */
export const AMOUNT_BYTES = 16;
const LIMIT = 1n << 128n;

/** Writes an amount as 16 bytes, unsigned, big-endian. */
function writeLarge(into: DataView, at: number, amount: bigint): void {
  for (let word = 0; word < 4; word += 1)
    // not money: 32 bits of its bytes
    into.setUint32(at + 4 * word, Number((amount >> BigInt(96 - 32 * word)) & WORD));
}

/** An amount that {@link splitAmount} wrote. */
export const readAmount = (bytes: Buffer, at: number): bigint =>
  (bytes.readBigUInt64BE(at) << 64n) | bytes.readBigUInt64BE(at + 8);

/** Puts up to three cuts in order: for so few a sort of the library is slow. */
function inOrder(cuts: Float64Array, count: number): void {
  for (let n = 1; n < count; n += 1)
    for (let at = n; at > 0 && (cuts[at - 1] ?? 0) > (cuts[at] ?? 0); at -= 1) {
      const lower = cuts[at] ?? 0;
      cuts[at] = cuts[at - 1] ?? 0;
      cuts[at - 1] = lower;
    }
}

const cuts = new Float64Array(4);

/** Splits one amount, of units of 10⁻⁸, over leaves at random cuts; the sum of the parts is the amount. */
export interface Splitting {
  readonly amount: bigint;
  readonly parts: number;
  readonly random: RandomPool;
  /** Where part `n` is written: at `at` + n × `stride`. The bytes there are zero before. */
  readonly into: DataView;
  readonly at: number;
  readonly stride: number;
}

/** Writes the parts of an amount. @throws RangeError for one below zero or from 2^128 up */
export function splitAmount({ amount, parts, random, into, at, stride }: Splitting): void {
  if (amount === 0n) return;
  if (amount < 0n || amount >= LIMIT) throw new RangeError(`not an amount of a sum tree: ${amount}`);
  if (amount >= BigInt(Number.MAX_SAFE_INTEGER)) {
    splitLarge({ amount, parts, random, into, at, stride });
    return;
  }
  // not money: whole units that a double holds exactly
  const whole = Number(amount);
  for (let n = 0; n < parts - 1; n += 1) cuts[n] = random.below(whole + 1);
  inOrder(cuts, parts - 1);
  cuts[parts - 1] = whole;
  let before = 0;
  for (let n = 0; n < parts; n += 1) {
    const cut = cuts[n] ?? 0;
    const place = at + n * stride;
    // not money: the upper half of its bytes
    into.setUint32(place + 8, Math.floor((cut - before) / TWO_POW_32));
    into.setUint32(place + 12, (cut - before) >>> 0);
    before = cut;
  }
}

function splitLarge({ amount, parts, random, into, at, stride }: Splitting): void {
  const inside = Array.from({ length: parts - 1 }, () => random.belowLarge(amount + 1n));
  const ordered = [...inside.toSorted((a, b) => (a < b ? -1 : 1)), amount];
  let before = 0n;
  for (const [n, cut] of ordered.entries()) {
    writeLarge(into, at + n * stride, cut - before);
    before = cut;
  }
}
