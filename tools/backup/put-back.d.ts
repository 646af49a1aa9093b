import type { Login } from '../../apps/server/src/platform/db.ts';
import { type Manifest } from './manifest.ts';
import { type Vault } from './vault.ts';
/** Throws {@link UnfitBackup} unless everything is unaltered and readable by this version. */
export declare function checkBackup(folder: string, manifest: Manifest, vault?: Vault): Promise<void>;
/** Throws unless a database has no tables. */
export declare const requireEmpty: (url: string) => Promise<void>;
/**
 * Restores an empty database: tables by the backup's migrations, rows, then newer migrations. All rows are inserted in
 * one transaction, committed only when they read back as copied.
 * @param login the role the server will log in as, where it is not the one it works as.
 * @param isSecretLost nobody has the backup's SECRET: the next start may have another (docs/SECRETS.md).
 */
export declare function putBack(url: string, folder: string, manifest: Manifest, { vault, login, isSecretLost, }: {
    readonly vault: Vault;
    readonly login?: Login;
    readonly isSecretLost?: boolean;
}): Promise<void>;
