import type { ObjectStore } from '../../apps/server/src/platform/uploads/index.ts';
import type { Vault } from './vault.ts';
import { type Manifest } from './manifest.ts';
/** Copies the bytes of these uploads as stored, sealed ones included. Hashes are of the files in the backup. */
export declare function keepUploads(folder: string, names: readonly string[], store: ObjectStore, vault: Vault): Promise<Manifest['uploads']>;
/** Throws {@link UnfitBackup} unless every upload is unaltered. */
export declare function checkUploads(folder: string, { list, count }: Manifest['uploads'], vault: Vault): Promise<void>;
/** Puts every upload into a store; existing ones must be equal. */
export declare function putUploads(folder: string, store: ObjectStore, vault: Vault): Promise<number>;
/** True for an empty or missing folder. */
export declare const isEmpty: (folder: string) => Promise<boolean>;
