import { createSeal, type Seal } from '../seal.ts';
import type { SecretOrSecrets } from '../secret.ts';
import { StoreAway, type ObjectStore } from './object-store.ts';

/** Seals uploads, each bound to its name. */
export const sealOfUploads = (secret: SecretOrSecrets): Seal => createSeal(secret, 'uploads at rest');

/**
 * Encrypted at rest (AES-256-GCM, a key derived from the secret). An object that was renamed, changed or sealed with
 * another secret throws {@link StoreAway}.
 */
export function sealedStore(store: ObjectStore, secret: SecretOrSecrets): ObjectStore {
  const seal = sealOfUploads(secret);
  return {
    put: (name, bytes) => store.put(name, seal.seal(name, bytes)),
    async get(name) {
      const kept = await store.get(name);
      if (!kept) return undefined;
      const bytes = seal.unseal(name, kept);
      if (!bytes) throw new StoreAway('an upload cannot be unsealed');
      return bytes;
    },
    replace: (name, bytes) => store.replace(name, seal.seal(name, bytes)),
    remove: (name) => store.remove(name),
  };
}
