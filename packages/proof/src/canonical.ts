import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** What canonical JSON is made of here: numbers are whole and not below zero, all other figures are text. */
export type Canonical =
  | string
  | number
  | boolean
  | null
  | readonly Canonical[]
  | { readonly [name: string]: Canonical | undefined };

/** JSON in the one spelling that RFC 8785 allows: keys in order, no spaces, absent values left out. */
export function canonicalJson(value: Canonical): string {
  if (typeof value === 'number' && !(Number.isSafeInteger(value) && value >= 0))
    throw new RangeError(`not a whole number: ${value}`);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map((each) => canonicalJson(each)).join(',')}]`;
  const fields = Object.entries(value).flatMap(([name, each]) => (each === undefined ? [] : [[name, each] as const]));
  // By UTF-16 units, as the comparison of strings goes.
  const sorted = fields.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([name, each]) => `${JSON.stringify(name)}:${canonicalJson(each)}`).join(',')}}`;
}

const isList = (value: Canonical): value is readonly Canonical[] => Array.isArray(value);

/** SHA-256 of a text's UTF-8, as 64 hex digits. */
export const hashOf = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));
