import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { derivedKeys, type SealedPurpose, type SecretOrSecrets } from './secret.ts';

const CIPHER = 'aes-256-gcm';
/** Format version of sealed bytes. */
const FORM = Buffer.from([1]);
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = FORM.length + NONCE_BYTES + TAG_BYTES;

/** Encryption at rest; bytes are bound to a name. */
export interface Seal {
  seal(name: string, bytes: Uint8Array): Buffer;
  /** The bytes; undefined when changed, bound to another name, or sealed with another secret. */
  unseal(name: string, kept: Buffer): Buffer | undefined;
  /**
   * What was sealed with a secret before, sealed with the present one; `present` when it is already, `unreadable` when
   * no secret opens it.
   */
  again(name: string, kept: Buffer): Buffer | 'present' | 'unreadable';
}

/** AES-256-GCM with a key derived from the secret for one purpose; opened with the secret before too. */
export function createSeal(secret: SecretOrSecrets, purpose: SealedPurpose): Seal {
  const [present, ...before] = derivedKeys(secret, purpose);
  const open = (keys: readonly Buffer[], name: string, kept: Buffer): Buffer | undefined => {
    for (const key of keys) {
      const bytes = unseal(key, name, kept);
      if (bytes) return bytes;
    }
    return undefined;
  };
  const seal = (name: string, bytes: Uint8Array): Buffer => {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, present, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(name));
    const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
    return Buffer.concat([FORM, nonce, cipher.getAuthTag(), sealed]);
  };
  return {
    seal,
    unseal: (name, kept) => open([present, ...before], name, kept),
    again(name, kept) {
      if (open([present], name, kept)) return 'present';
      const bytes = open(before, name, kept);
      return bytes ? seal(name, bytes) : 'unreadable';
    },
  };
}

function unseal(key: Buffer, name: string, kept: Buffer): Buffer | undefined {
  if (kept.length < HEAD_BYTES || kept[0] !== FORM[0]) return undefined;
  const nonce = kept.subarray(FORM.length, FORM.length + NONCE_BYTES);
  const tag = kept.subarray(FORM.length + NONCE_BYTES, HEAD_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(name))
    .setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(kept.subarray(HEAD_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
}
