/** The store is unavailable: full, unreachable or refusing. Nothing was kept. */
export class StoreAway extends Error {}

/** Each under a random name used once. Nothing is public. */
export interface ObjectStore {
  /** Resolves when durable; when it throws {@link StoreAway}, the name stays unreadable. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Puts others in the place of what is there; when it throws {@link StoreAway}, either is there. */
  replace(name: string, bytes: Uint8Array): Promise<void>;
  /** Undefined when nothing has this name; throws {@link StoreAway} when that is unknown. */
  get(name: string): Promise<Buffer | undefined>;
  /** Also when there is nothing. */
  remove(name: string): Promise<void>;
}

/** The part of a store whose names begin with `prefix`. */
export const prefixedStore = (store: ObjectStore, prefix: string): ObjectStore => ({
  put: (name, bytes) => store.put(prefix + name, bytes),
  replace: (name, bytes) => store.replace(prefix + name, bytes),
  get: (name) => store.get(prefix + name),
  remove: (name) => store.remove(prefix + name),
});
