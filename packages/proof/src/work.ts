import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * What a browser is asked to find before another try: a text that makes the hash of both begin with so many zero bits.
 */
export interface Work {
  readonly challenge: string;
  readonly bits: number;
}

/** Zero bits at the beginning of a hash. */
function leadingZeros(hash: Uint8Array): number {
  let bits = 0;
  for (const byte of hash) {
    if (byte !== 0) return bits + Math.clz32(byte) - 24;
    bits += 8;
  }
  return bits;
}

/** Whether `nonce` is an answer: SHA-256 of `challenge:nonce` begins with as many zero bits as were asked for. */
export const isWorkDone = ({ challenge, bits }: Work, nonce: string): boolean =>
  leadingZeros(sha256(utf8ToBytes(`${challenge}:${nonce}`))) >= bits;

/**
 * Looks for an answer, 2ᵇⁱᵗˢ tries on average; comes back after each `slice` of tries, so that a page can go on
 * drawing, and ends with it.
 */
export function* workOn(work: Work, slice = 2_000): Generator<undefined, string> {
  for (let tries = 0; ; tries += 1) {
    const nonce = tries.toString(36);
    if (isWorkDone(work, nonce)) return nonce;
    if (tries % slice === slice - 1) yield undefined;
  }
}

/**
 * Does the work, with a `pause` after each slice, in which a page goes on drawing: what to send, the challenge with its
 * answer behind a dot.
 */
export async function doWork(work: Work, pause: () => Promise<unknown> = () => Promise.resolve()): Promise<string> {
  const steps = workOn(work);
  for (;;) {
    const step = steps.next();
    if (step.done) return `${work.challenge}.${step.value}`;
    await pause();
  }
}
