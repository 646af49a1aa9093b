import { createHmac, randomInt } from 'node:crypto';
import { derivedKey } from '../../platform/secret.ts';

/** How many a member gets at a time. */
const RECOVERY_CODES = 10;
/** 32 letters and digits that are not taken for one another. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const LENGTH = 10;
const CODE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/** Codes of 50 bits, each good once, for who has lost their other factors. */
export interface RecoveryCodes {
  /** Ten new ones, `7KQ2M-XW94P`, each with what is kept of it. */
  make(memberId: string): readonly { readonly code: string; readonly hash: string }[];
  /** What would be kept of a code as it was typed; undefined for what can be none. */
  hashOf(memberId: string, typed: string): string | undefined;
}

/**
 * {@link RecoveryCodes} whose hashes are keyed by the server's secret: who has read the database alone cannot find a
 * code out by trying.
 */
export function createRecoveryCodes(secret: string): RecoveryCodes {
  const key = derivedKey(secret, 'recovery codes of members');
  const hash = (memberId: string, code: string): string =>
    createHmac('sha256', key).update(`${memberId} ${code}`).digest('hex');
  return {
    make: (memberId) =>
      Array.from({ length: RECOVERY_CODES }, () => {
        const code = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
        return { code: `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`, hash: hash(memberId, code) };
      }),
    hashOf(memberId, typed) {
      const code = typed.replaceAll(/[\s-]/g, '').toUpperCase();
      return CODE.test(code) ? hash(memberId, code) : undefined;
    },
  };
}
