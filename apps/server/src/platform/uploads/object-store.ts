/** The store cannot be used at the moment: full, unreachable, or not letting us in. Nothing was kept. */
export class StoreAway extends Error {}

/** Where the bytes of uploads lie, each under a random name that is used once. Nothing in it is public. */
export interface ObjectStore {
  /** Durable and whole when it resolves; when it throws {@link StoreAway}, nothing under this name can be read. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Undefined when there is nothing under this name; throws {@link StoreAway} when that cannot be told. */
  get(name: string): Promise<Buffer | undefined>;
  /** Also when there is nothing. */
  remove(name: string): Promise<void>;
}
