import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import { TEST_ORIGIN } from './security.ts';

/** CBOR for an attestation without a statement (RFC 8949). */
function cbor(value: unknown): Buffer {
  const head = (major: number, length: number): Buffer => {
    if (length < 24) return Buffer.from([(major << 5) | length]);
    return length < 256
      ? Buffer.from([(major << 5) | 24, length])
      : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
  };
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (!(value instanceof Map)) throw new TypeError('no CBOR for this value');
  const entries: [unknown, unknown][] = [...value];
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(cbor)]);
}

const text = (bytes: Buffer): string => bytes.toString('base64url');
const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();
const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

interface Lie {
  readonly origin?: string;
  readonly challenge?: string;
  /** The counter; by default one more each time. */
  readonly counter?: number;
  /** Whether the device looked who holds it. */
  readonly isHolderKnown?: boolean;
}

/** A passkey with its own key (WebAuthn Level 3); its answers are the JSON of the wire. */
export class TestPasskey {
  readonly id = text(randomBytes(32));
  readonly #key: KeyObject;
  readonly #public: { readonly x: string; readonly y: string };
  #counter = 0;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = privateKey;
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#public = { x, y };
  }

  /** What it answers to `startPasskey`. */
  made(options: { readonly challenge: string }, lie: Lie = {}): string {
    const { x, y } = this.#public;
    const key = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
    const id = Buffer.from(this.id, 'base64url');
    const authData = Buffer.concat([
      this.#head(PRESENT | HAS_CREDENTIAL, 0),
      Buffer.alloc(16),
      Buffer.from([0, id.length]),
      id,
      key,
    ]);
    const attestationObject = cbor(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    );
    return this.#answer({
      clientDataJSON: text(clientData('webauthn.create', options, lie)),
      attestationObject: text(attestationObject),
      transports: ['internal'],
    });
  }

  /** The answer to a challenge. */
  signed(request: { readonly challenge: string }, lie: Lie = {}): string {
    this.#counter = lie.counter ?? this.#counter + 1;
    const data = clientData('webauthn.get', request, lie);
    const authData = this.#head(PRESENT | (lie.isHolderKnown === true ? VERIFIED : 0), this.#counter);
    const signature = createSign('SHA256')
      .update(Buffer.concat([authData, sha256(data)]))
      .sign(this.#key);
    return this.#answer({ clientDataJSON: text(data), authenticatorData: text(authData), signature: text(signature) });
  }

  #answer(response: object): string {
    return JSON.stringify({ id: this.id, rawId: this.id, type: 'public-key', response, clientExtensionResults: {} });
  }

  #head(flags: number, counter: number): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(new URL(TEST_ORIGIN).hostname), Buffer.from([flags]), count]);
  }
}

const clientData = (type: string, { challenge }: { readonly challenge: string }, lie: Lie): Buffer =>
  Buffer.from(
    JSON.stringify({
      type,
      challenge: lie.challenge ?? challenge,
      origin: lie.origin ?? TEST_ORIGIN,
      crossOrigin: false,
    }),
  );
