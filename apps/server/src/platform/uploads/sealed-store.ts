import { createSeal } from '../seal.ts';
import { StoreAway, type ObjectStore } from './object-store.ts';

/**
 * Encrypted at rest (AES-256-GCM, a key derived from the secret). An object that was renamed, changed or sealed with
 * another secret throws {@link StoreAway}.
 */
export function sealedStore(store: ObjectStore, secret: string): ObjectStore {
  const seal = createSeal(secret, 'uploads at rest');
  return {
    put: (name, bytes) => store.put(name, seal.seal(name, bytes)),
    async get(name) {
      const kept = await store.get(name);
      if (!kept) return undefined;
      const bytes = seal.unseal(name, kept);
      if (!bytes) throw new StoreAway('an upload cannot be unsealed');
      return bytes;
    },
    remove: (name) => store.remove(name),
  };
}
