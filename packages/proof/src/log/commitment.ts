import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson, hashOf } from '../canonical.ts';
import type { Direction } from '../settle.ts';
import { sha } from './bytes.ts';
import type { CommittedType, EntryType, Opened } from './entry.ts';

/** The hash that an entry shows of what it commits to; `salt` is 64 hex digits (PROOF 2). */
export const commitOf = (opened: Opened, salt: string): string => hashOf(canonicalJson({ ...opened, salt }));

/**
 * The salt of one entry, 64 hex digits: nobody without the key can guess it, and the platform can compute it again at any time.
 * @param key kept for this alone
 * @param n numbers the entries of one id from 0, such as the fills of an order
 */
export const saltOf = (key: Uint8Array, type: CommittedType & EntryType, id: number, n: number): string =>
  bytesToHex(hmac(sha256, key, utf8ToBytes(`${type}\n${id}\n${n}`)));

/** The salt of a direction alone, from that of its entry: it is published when the option ends, the entry's never. */
export const choiceSalt = (salt: string): string => bytesToHex(sha('choice\n', hexToBytes(salt)));

/** The hash that `option-taken` shows of its direction; `salt` as {@link choiceSalt} makes it. */
export const choiceOf = (direction: Direction, salt: string): string => hashOf(canonicalJson({ direction, salt }));
