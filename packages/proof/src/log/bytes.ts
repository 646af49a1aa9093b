import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** A SHA-256 hash, 32 bytes. */
export type Hash = Uint8Array;

/** SHA-256 of the parts one after another; texts as UTF-8. */
export const sha = (...parts: readonly (Uint8Array | string)[]): Hash =>
  sha256(concatBytes(...parts.map((part) => (typeof part === 'string' ? utf8ToBytes(part) : part))));

/** Whether two byte strings are the same. */
export const equalBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at]);

/** Standard base64 with padding (RFC 4648, 4). */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** @returns undefined for what is not the one standard spelling of some bytes */
export function fromBase64(text: string): Uint8Array | undefined {
  try {
    const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
    return toBase64(bytes) === text ? bytes : undefined;
  } catch {
    return undefined;
  }
}

/** @returns undefined unless it is the base64 of 32 bytes */
export function hashFromBase64(text: string): Hash | undefined {
  const bytes = fromBase64(text);
  return bytes?.length === 32 ? bytes : undefined;
}
