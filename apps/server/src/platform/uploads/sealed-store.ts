import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { derivedKey } from '../secret.ts';
import { StoreAway, type ObjectStore } from './object-store.ts';

const CIPHER = 'aes-256-gcm';
/** What a sealed object begins with, so that another way of sealing can follow one day. */
const FORM = Buffer.from([1]);
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = FORM.length + NONCE_BYTES + TAG_BYTES;

/**
 * The same store with everything encrypted at rest (AES-256-GCM, a key derived from the server's secret): a copy of the disk or the bucket shows
 * nothing. An object is bound to its name. One that was changed, or sealed with another secret, cannot be read: {@link StoreAway}.
 */
export function sealedStore(store: ObjectStore, secret: string): ObjectStore {
  const key = derivedKey(secret, 'uploads at rest');

  function seal(name: string, bytes: Uint8Array): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(name));
    const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
    return Buffer.concat([FORM, nonce, cipher.getAuthTag(), sealed]);
  }

  function unseal(name: string, kept: Buffer): Buffer {
    if (kept.length < HEAD_BYTES || kept[0] !== FORM[0]) throw new StoreAway('an upload is not sealed as it was');
    const nonce = kept.subarray(FORM.length, FORM.length + NONCE_BYTES);
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(name)).setAuthTag(kept.subarray(FORM.length + NONCE_BYTES, HEAD_BYTES));
    try {
      return Buffer.concat([decipher.update(kept.subarray(HEAD_BYTES)), decipher.final()]);
    } catch (error) {
      throw new StoreAway('an upload cannot be unsealed', { cause: error });
    }
  }

  return {
    put: (name, bytes) => store.put(name, seal(name, bytes)),
    async get(name) {
      const kept = await store.get(name);
      return kept && unseal(name, kept);
    },
    remove: (name) => store.remove(name),
  };
}
