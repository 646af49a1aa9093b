import { createHmac, randomInt } from 'node:crypto';
import { RECOVERY_CODES } from '@plimsoll/contract/figures';
import { derivedKey } from '../../platform/secret.ts';

/** 32 letters and digits that are not mistaken for one another. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const LENGTH = 10;
const CODE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/** Single-use codes of 50 bits, for members who lost their other factors. */
export interface RecoveryCodes {
  /** Ten new codes, like `7KQ2M-XW94P`, each with its hash. */
  make(memberId: string): readonly { readonly code: string; readonly hash: string }[];
  /** The hash of a typed code; undefined for another form. */
  hashOf(memberId: string, typed: string): string | undefined;
}

/** Makes {@link RecoveryCodes} with keyed hashes, which the database alone cannot guess. */
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
