import { createHmac, randomInt } from 'node:crypto';
import { RECOVERY_CODES } from '@plimsoll/contract/figures';
import { derivedKeys, type SecretOrSecrets } from '../../platform/secret.ts';

/** 32 letters and digits that are not mistaken for one another. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const LENGTH = 10;
const CODE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/** Single-use codes of 50 bits, for members who lost their other factors. */
export interface RecoveryCodes {
  /** Ten new codes, like `7KQ2M-XW94P`, each with its hash. */
  make(memberId: string): readonly { readonly code: string; readonly hash: string }[];
  /** What the hash of a typed code may be, by each secret it can have been made with; none for another form. */
  hashesOf(memberId: string, typed: string): readonly string[];
}

/** Makes {@link RecoveryCodes} with keyed hashes, which the database alone cannot guess. */
export function createRecoveryCodes(secret: SecretOrSecrets): RecoveryCodes {
  const keys = derivedKeys(secret, 'recovery codes of members');
  const hash = (key: Buffer, memberId: string, code: string): string =>
    createHmac('sha256', key).update(`${memberId} ${code}`).digest('hex');
  return {
    make: (memberId) =>
      Array.from({ length: RECOVERY_CODES }, () => {
        const code = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
        return { code: `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`, hash: hash(keys[0], memberId, code) };
      }),
    hashesOf(memberId, typed) {
      const code = typed.replaceAll(/[\s-]/g, '').toUpperCase();
      return CODE.test(code) ? keys.map((key) => hash(key, memberId, code)) : [];
    },
  };
}
