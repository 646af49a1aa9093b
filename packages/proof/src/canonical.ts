import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** A value of canonical JSON: numbers are whole and not negative, other figures are text. */
export type Canonical =
  | string
  | number
  | boolean
  | null
  | readonly Canonical[]
  | { readonly [name: string]: Canonical | undefined };

/** JSON as RFC 8785 spells it: keys in order, no spaces, absent values left out. Throws RangeError on other numbers. */
export function canonicalJson(value: Canonical): string {
  if (typeof value === 'number' && !(Number.isSafeInteger(value) && value >= 0))
    throw new RangeError(`not a whole number: ${value}`);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map((each) => canonicalJson(each)).join(',')}]`;
  let text = '';
  // In the order of UTF-16 units, as strings are sorted.
  for (const name of Object.keys(value).toSorted()) {
    const each = value[name];
    if (each !== undefined) text += `${text && ','}${JSON.stringify(name)}:${canonicalJson(each)}`;
  }
  return `{${text}}`;
}

const isList = (value: Canonical): value is readonly Canonical[] => Array.isArray(value);

/** SHA-256 of a text in UTF-8, as 64 hex digits. */
export const hashOf = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));
