import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { equalBytes, fromBase64, sha, toBase64 } from './bytes.ts';

/** How a key signs (C2SP signed-note): a note's text itself, or a witness's word on a checkpoint with its time. */
export type KeyType = 'ed25519' | 'cosignature';
const TYPE_BYTES: Readonly<Record<KeyType, number>> = { ed25519: 1, cosignature: 4 };

/** A public key with the name that it signs for. */
export interface VerifierKey {
  readonly name: string;
  readonly type: KeyType;
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
}

/** Checks an Ed25519 signature (RFC 8032); false for anything malformed. */
export type VerifySignature = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean;
/** Signs with Ed25519 (RFC 8032): 64 bytes. */
export type Sign = (message: Uint8Array) => Uint8Array;

const NAME = /^[^\s+]+$/u;
const ID_BYTES = 4;

/** The four bytes by which a signature names its key. */
export const keyId = ({ name, type, publicKey }: VerifierKey): Uint8Array =>
  sha(`${name}\n`, Uint8Array.of(TYPE_BYTES[type]), publicKey).subarray(0, ID_BYTES);

/** A key as one line: name, id, base64 of its type and bytes, with `+` between. */
export const formatVerifierKey = (key: VerifierKey): string =>
  `${key.name}+${bytesToHex(keyId(key))}+${toBase64(Uint8Array.of(TYPE_BYTES[key.type], ...key.publicKey))}`;

/** The key that a line names; undefined when it is malformed, of an unknown type, or its id is another key's. */
export function parseVerifierKey(line: string): VerifierKey | undefined {
  const [name = '', id = '', ...rest] = line.split('+');
  const bytes = fromBase64(rest.join('+'));
  const type = bytes?.[0] === 1 ? 'ed25519' : bytes?.[0] === 4 ? 'cosignature' : undefined;
  if (!bytes || !type || bytes.length !== 33 || !NAME.test(name)) return undefined;
  const key: VerifierKey = { name, type, publicKey: bytes.slice(1) };
  return bytesToHex(keyId(key)) === id ? key : undefined;
}

/** A note whose signatures by known keys are good. */
export interface OpenedNote {
  /** Ends with a newline. */
  readonly text: string;
  /** Of known keys alone, each once. */
  readonly signatures: readonly NoteSignature[];
}

export interface NoteSignature {
  readonly key: VerifierKey;
  /** Seconds since 1970 by the witness's clock; of cosignatures alone. */
  readonly atSeconds?: number;
}

/** What a cosignature signs (C2SP tlog-cosignature). */
const cosigned = (text: string, atSeconds: number): Uint8Array =>
  utf8ToBytes(`cosignature/v1\ntime ${atSeconds}\n${text}`);

const signatureLine = (key: VerifierKey, signature: Uint8Array): string =>
  `\u2014 ${key.name} ${toBase64(Uint8Array.of(...keyId(key), ...signature))}\n`;

/** The signature line of a note's text, which ends with a newline. */
export const signText = (text: string, key: VerifierKey, sign: Sign): string =>
  signatureLine(key, sign(utf8ToBytes(text)));

/** A witness's signature line of a checkpoint's text at a time. */
export function cosignText(text: string, key: VerifierKey, sign: Sign, atSeconds: number): string {
  const time = new Uint8Array(8);
  new DataView(time.buffer).setBigUint64(0, BigInt(atSeconds));
  return signatureLine(key, Uint8Array.of(...time, ...sign(cosigned(text, atSeconds))));
}

/** A note from its text and signature lines. */
export const joinNote = (text: string, lines: readonly string[]): string => `${text}\n${lines.join('')}`;

/** The longest note that is read, in characters. */
const MAX_NOTE = 100_000;
const LINE = /^\u2014 ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/u;
// oxlint-disable-next-line no-control-regex -- they are what a note may not have
const CONTROL = /[\u0000-\u0009\u000b-\u001f]/;

/** The text of a note, and its signature lines as name and bytes; undefined when it is no note. */
function splitNote(note: string): { text: string; lines: { name: string; bytes: Uint8Array }[] } | undefined {
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || note.length > MAX_NOTE || !note.endsWith('\n') || CONTROL.test(note) || !note.isWellFormed()) return;
  const lines: { name: string; bytes: Uint8Array }[] = [];
  for (const line of note.slice(end + 2, -1).split('\n')) {
    const [, name = '', base64 = ''] = LINE.exec(line) ?? [];
    const bytes = fromBase64(base64);
    if (name === '' || !bytes || bytes.length <= ID_BYTES) return;
    lines.push({ name, bytes });
  }
  return { text: note.slice(0, end + 1), lines };
}

function readSignature(
  text: string,
  key: VerifierKey,
  signature: Uint8Array,
  verify: VerifySignature,
): NoteSignature | undefined {
  if (key.type === 'ed25519') return verify(key.publicKey, utf8ToBytes(text), signature) ? { key } : undefined;
  if (signature.length !== 72) return undefined;
  const atSeconds = Number(new DataView(signature.buffer, signature.byteOffset).getBigUint64(0));
  return verify(key.publicKey, cosigned(text, atSeconds), signature.subarray(8)) ? { key, atSeconds } : undefined;
}

/**
 * Opens a note: signatures of keys that are not known are passed over, one of a known key that is wrong spoils the note.
 * @returns undefined for what is no note, or has a wrong signature
 */
export function openNote(note: string, keys: readonly VerifierKey[], verify: VerifySignature): OpenedNote | undefined {
  const split = splitNote(note);
  if (!split) return undefined;
  const signatures: NoteSignature[] = [];
  for (const { name, bytes } of split.lines) {
    const key = keys.find((each) => each.name === name && equalBytes(keyId(each), bytes.subarray(0, ID_BYTES)));
    if (!key || signatures.some((each) => each.key === key)) continue;
    const signature = readSignature(split.text, key, bytes.subarray(ID_BYTES), verify);
    if (!signature) return undefined;
    signatures.push(signature);
  }
  return { text: split.text, signatures };
}
