import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/** Proof of work required before another login: a nonce that makes a hash begin with `bits` zero bits. */
export interface Work {
  readonly challenge: string;
  readonly bits: number;
}

function leadingZeros(hash: Uint8Array): number {
  let bits = 0;
  for (const byte of hash) {
    if (byte !== 0) return bits + Math.clz32(byte) - 24;
    bits += 8;
  }
  return bits;
}

/** True when SHA-256 of `challenge:nonce` begins with the required zero bits. */
export const isWorkDone = ({ challenge, bits }: Work, nonce: string): boolean =>
  leadingZeros(sha256(utf8ToBytes(`${challenge}:${nonce}`))) >= bits;

/** Searches for a nonce, 2ᵇⁱᵗˢ tries on average; yields after each `slice` of tries and returns the nonce. */
export function* workOn(work: Work, slice = 2_000): Generator<undefined, string> {
  for (let tries = 0; ; tries += 1) {
    const nonce = tries.toString(36);
    if (isWorkDone(work, nonce)) return nonce;
    if (tries % slice === slice - 1) yield undefined;
  }
}

/** Does the work with a `pause` after each slice, in which a page can draw. Resolves to `challenge.nonce`. */
export async function doWork(work: Work, pause: () => Promise<unknown> = () => Promise.resolve()): Promise<string> {
  const steps = workOn(work);
  for (;;) {
    const step = steps.next();
    if (step.done) return `${work.challenge}.${step.value}`;
    await pause();
  }
}
