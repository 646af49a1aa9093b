import { randomInt } from 'node:crypto';

/** Without 0, 1, I and O, which readers take for one another. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const LENGTH = 8;

/** A new invitation code, 40 bits at random. */
export const newInvitation = (): string =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
