import { createHmac, createPublicKey, createSecretKey, timingSafeEqual, verify, type KeyObject } from 'node:crypto';

/** What a key signs with: HMAC-SHA-256 with a shared secret, or Ed25519, of which the platform knows the public half. */
export type SigningKey =
  | { readonly kind: 'hmac'; readonly secret: KeyObject }
  | { readonly kind: 'ed25519'; readonly publicKey: KeyObject };

/** A shared secret as a key. */
export const hmacKey = (secret: Uint8Array): SigningKey => ({ kind: 'hmac', secret: createSecretKey(secret) });

/** DER of an Ed25519 key before its 32 bytes (RFC 8410). */
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex');
const RAW_BYTES = 32;

/** The 32 bytes of an Ed25519 key, written in base64 as they are or within an SPKI; undefined for anything else. */
export function publicKeyBytes(text: string): Buffer | undefined {
  const bare = text.replace(/-----(?:BEGIN|END) PUBLIC KEY-----/g, '').replaceAll(' ', '');
  if (!/^[A-Za-z0-9+/]{43,60}={0,2}$/.test(bare)) return undefined;
  const bytes = Buffer.from(bare, 'base64');
  if (bytes.length === RAW_BYTES) return bytes;
  const isSpki = bytes.length === SPKI_HEAD.length + RAW_BYTES && bytes.subarray(0, SPKI_HEAD.length).equals(SPKI_HEAD);
  return isSpki ? bytes.subarray(SPKI_HEAD.length) : undefined;
}

/** A public key of {@link publicKeyBytes} as a key. Throws on other bytes. */
export const ed25519Key = (bytes: Uint8Array): SigningKey => ({
  kind: 'ed25519',
  publicKey: createPublicKey({ key: Buffer.concat([SPKI_HEAD, bytes]), format: 'der', type: 'spki' }),
});

/** A signature this far from now, earlier or later, is refused. */
export const SIGNED_WITHIN_MS = 5 * 60_000;
/** `SignatureMethod` by the kind of key. */
const METHODS: Readonly<Record<SigningKey['kind'], string>> = { hmac: 'HmacSHA256', ed25519: 'Ed25519' };

/** The signed parts of a query, as they came. */
export interface SignedQuery {
  readonly access: string;
  readonly method: string;
  readonly timestampMs: number;
  readonly signature: string;
  /** The query without the signature, as it was received. */
  readonly rest: string;
  /** Every field but those of the signature, decoded. */
  readonly fields: ReadonlyMap<string, string>;
}

/** What is wrong with the form of a signed query. */
export type QueryFault = 'malformed' | 'unsigned' | 'bad_version' | 'bad_timestamp';

const TIMESTAMP = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)$/;
const ACCESS = /^[A-Za-z0-9-]{1,64}$/;
/** Longest signature: 64 bytes in base64. */
const SIGNATURE = /^[A-Za-z0-9+/]{43,86}={0,2}$/;
const MAX_FIELDS = 40;

/** The moment of a `Timestamp` in UTC; undefined for what is none. */
export function timestampMs(text: string): number | undefined {
  const match = TIMESTAMP.exec(text);
  if (!match) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1).map(Number);
  const ms = Date.UTC(year, month - 1, day, hour, minute, second);
  // 2026-02-30 is no day.
  return new Date(ms).toISOString().slice(0, 19) === text ? ms : undefined;
}

const ESCAPED = /[%+]/;

function decoded(text: string): string | undefined {
  if (!ESCAPED.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/** Reads a query as it came. No name may come twice. */
export function readSignedQuery(search: string): SignedQuery | QueryFault {
  const parts = search.split('&');
  if (parts.length > MAX_FIELDS) return 'malformed';
  const all = new Map<string, string>();
  const rest: string[] = [];
  for (const part of parts) {
    const mark = part.indexOf('=');
    const name = decoded(mark < 0 ? part : part.slice(0, mark));
    const value = decoded(mark < 0 ? '' : part.slice(mark + 1));
    if (name === undefined || value === undefined || all.has(name)) return 'malformed';
    all.set(name, value);
    if (name !== 'Signature') rest.push(part);
  }
  const take = (name: string): string => {
    const value = all.get(name) ?? '';
    all.delete(name);
    return value;
  };
  const signature = take('Signature').replaceAll(' ', '+');
  const access = take('AccessKeyId');
  const method = take('SignatureMethod');
  const version = take('SignatureVersion');
  const atMs = timestampMs(take('Timestamp'));
  if (!SIGNATURE.test(signature) || !ACCESS.test(access)) return 'unsigned';
  if (version !== '2') return 'bad_version';
  if (atMs === undefined) return 'bad_timestamp';
  return { access, method, timestampMs: atMs, signature, rest: rest.join('&'), fields: all };
}

/** What was asked, beside the query. */
export interface SignedRequest {
  readonly method: string;
  /** Each host that the platform answers for, as programs may write it. */
  readonly hosts: readonly string[];
  /** The path with and without the prefix. */
  readonly paths: readonly string[];
}

/** The query in the order of its bytes. */
const sorted = (rest: string): string =>
  rest
    .split('&')
    .toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
    .join('&');

/** Which of its spellings a key signed last: its program is likely to sign the same again. */
const lastSpellings = new WeakMap<SigningKey, number>();

/** One of the texts that may have been signed: of the query as it came, then of it in the order of its bytes. */
function spelling({ method, hosts, paths }: SignedRequest, rest: string, nth: number): string {
  const path = paths[Math.floor(nth / hosts.length) % paths.length];
  const query = nth < hosts.length * paths.length ? rest : sorted(rest);
  return `${method}\n${hosts[nth % hosts.length]}\n${path}\n${query}`;
}

/** The numbers of spellings, the likely one first. */
function* trials({ hosts, paths }: SignedRequest, rest: string, likely: number): Generator<number> {
  const each = hosts.length * paths.length;
  if (likely < 2 * each) yield likely;
  const count = sorted(rest) === rest ? each : 2 * each;
  for (let nth = 0; nth < count; nth += 1) if (nth !== likely) yield nth;
}

/** Whether a key signed a text. Only the one spelling of a signature counts, so that it names its request. */
export function isSignedBy(key: SigningKey, payload: string, signature: string): boolean {
  if (key.kind === 'hmac') {
    const expected = Buffer.from(createHmac('sha256', key.secret).update(payload).digest('base64'));
    // Of letters beyond ASCII there are more bytes than letters.
    const given = Buffer.from(signature);
    return expected.length === given.length && timingSafeEqual(expected, given);
  }
  const bytes = Buffer.from(signature, 'base64');
  return bytes.toString('base64') === signature && verify(null, Buffer.from(payload), key.publicKey, bytes);
}

/** True when `key` signed the request. */
export function isSigned(key: SigningKey, request: SignedRequest, query: SignedQuery): boolean {
  if (query.method !== METHODS[key.kind]) return false;
  for (const nth of trials(request, query.rest, lastSpellings.get(key) ?? 0)) {
    if (!isSignedBy(key, spelling(request, query.rest, nth), query.signature)) continue;
    lastSpellings.set(key, nth);
    return true;
  }
  return false;
}

/** True while a signature's time is near enough. */
export const isTimely = (atMs: number, nowMs: number): boolean => Math.abs(nowMs - atMs) <= SIGNED_WITHIN_MS;
