import type { Facts } from './facts.ts';
import { type Vault } from './vault.ts';
/** A copied table. */
export interface KeptTable {
    readonly table: string;
    readonly columns: readonly string[];
    readonly rows: number;
    /** Path below the backup. */
    readonly file: string;
    /** SHA-256 (hex) of the file. */
    readonly sha256: string;
    /** SHA-256 (hex) of the uncompressed copy. */
    readonly content: string;
}
/** A backup's description of itself. */
export interface Manifest {
    /** The format's version. */
    readonly form: number;
    readonly takenAt: string;
    readonly program: string;
    readonly postgres: string;
    readonly migrations: readonly {
        readonly name: string;
        readonly sha256: string;
    }[];
    readonly tables: readonly KeptTable[];
    readonly sequences: readonly {
        readonly name: string;
        readonly last: string;
    }[];
    readonly uploads: {
        readonly count: number;
        /** SHA-256 (hex) of the list of uploads, which contains their hashes. */
        readonly list: string;
        /** Uploads in the database that the store did not have. */
        readonly missing: readonly string[];
    };
    readonly facts: Facts;
    /** Whether the server's SECRET is in the backup, in clear text. */
    readonly secretIncluded: boolean;
}
/** The current format. */
export declare const FORM = 1;
/** Writes the manifest, last: without it a backup is incomplete. */
export declare function writeManifest(folder: string, manifest: Manifest, secret: string, vault?: Vault): Promise<void>;
/**
 * Reads the manifest of a backup.
 * @param secret the server's, which the seal is checked with; without one, as in a demo, it is not checked.
 * @throws UnfitBackup when there is none, or it was changed or sealed with another secret.
 */
export declare function readManifest(folder: string, secret: string | undefined, vault?: Vault): Promise<Manifest>;
/** SHA-256 (hex) of a file. */
export declare function hashOfFile(path: string): Promise<string>;
