import type { ObjectStore } from '../../apps/server/src/platform/uploads/index.ts';
import { type Manifest } from './manifest.ts';
import { type BackupKey } from './vault.ts';
interface Taking {
    readonly url: string;
    readonly store: ObjectStore;
    readonly secret: string;
    /** Includes the secret, in clear text unless the backup is encrypted. */
    readonly withSecret: boolean;
    readonly folder: string;
    readonly program: string;
    /** The key; none leaves the backup readable. */
    readonly key?: BackupKey | undefined;
}
/**
 * Backs up a deployment, with or without a running server: every table in one snapshot, all uploads known then, and the
 * facts, all with hashes. Members are served meanwhile; only migrations wait.
 * @throws Error, in a sentence; the folder then holds no complete backup.
 */
export declare function takeBackup({ url, store, secret, withSecret, folder, program, key }: Taking): Promise<Manifest>;
/** Records a complete backup for the running server's metrics. */
export declare const noteTaken: (url: string, { takenAt, facts }: Manifest) => Promise<unknown>;
export {};
