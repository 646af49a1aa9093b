import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** A value of canonical JSON: numbers are whole and not negative, other figures are text. */
export type Canonical =
  | string
  | number
  | boolean
  | readonly Canonical[]
  | { readonly [name: string]: Canonical | undefined };

/** JSON as RFC 8785 spells it: keys in order, no spaces, absent values left out. Throws RangeError on other numbers. */
export function canonicalJson(value: Canonical): string {
  if (typeof value === 'number' && !(Number.isSafeInteger(value) && value >= 0))
    throw new RangeError(`not a whole number: ${value}`);
  if (typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map((each) => canonicalJson(each)).join(',')}]`;
  const fields = Object.entries(value).flatMap(([name, each]) => (each === undefined ? [] : [[name, each] as const]));
  // By UTF-16 units, as strings compare.
  const sorted = fields.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([name, each]) => `${JSON.stringify(name)}:${canonicalJson(each)}`).join(',')}}`;
}

const isList = (value: Canonical): value is readonly Canonical[] => Array.isArray(value);

/** SHA-256 of a text in UTF-8, as 64 hex digits. */
export const hashOf = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));
