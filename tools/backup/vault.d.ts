import type { Transform } from 'node:stream';
/** The key of a backup: a passphrase, or the bytes of a file. */
export type BackupKey = {
    readonly passphrase: string;
} | {
    readonly file: Buffer;
};
/** Encrypts the files of a backup, named by their paths in the folder. */
export interface Vault {
    readonly isEncrypted: boolean;
    /** Transforms for writing a file, and for reading it, which fail with {@link UnfitBackup} on any change. */
    sealing(name: string): Transform[];
    opening(name: string): Transform[];
    seal(name: string, bytes: Buffer): Buffer;
    open(name: string, bytes: Buffer): Buffer;
}
/** Leaves bytes unchanged. */
export declare const openVault: Vault;
/** How the key is derived, without anything of it. */
interface Label {
    readonly form: number;
    readonly key: 'passphrase' | 'file';
    /** 32 bytes each, in hex. */
    readonly salt: string;
    readonly check: string;
}
/** A vault for a new backup in `folder`, with a label for deriving its key. */
export declare function makeVault(folder: string, key: BackupKey): Promise<Vault>;
/**
 * The vault of an existing backup.
 * @param ask gives its key; called only for an encrypted one.
 * @throws UnfitBackup when the key is wrong or the label cannot be read.
 */
export declare function findVault(folder: string, ask: (kind: Label['key']) => Promise<BackupKey>): Promise<Vault>;
export {};
