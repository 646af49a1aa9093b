import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { derivedKey } from '../../apps/server/src/platform/secret.ts';
import type { Facts } from './facts.ts';
import { UnfitBackup } from './unfit-backup.ts';
import { openVault, type Vault } from './vault.ts';

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
  readonly migrations: readonly { readonly name: string; readonly sha256: string }[];
  readonly tables: readonly KeptTable[];
  readonly sequences: readonly { readonly name: string; readonly last: string }[];
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

const NAME = 'manifest.json';
const SEAL = 'manifest.seal';
/** The current format. */
export const FORM = 1;

/** Keyed by the secret: an altered backup does not pass, whatever its hashes. */
const sealOf = (text: string, secret: string): string =>
  createHmac('sha256', derivedKey(secret, 'backups')).update(text).digest('hex');

function isSame(expected: string, found: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(found)];
  return one.length === other.length && timingSafeEqual(one, other);
}

async function writeDurably(path: string, content: string | Buffer): Promise<void> {
  const fresh = `${path}.part`;
  await writeFile(fresh, content, { mode: 0o600 });
  const handle = await open(fresh);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(fresh, path);
}

/** Writes the manifest, last: without it a backup is incomplete. */
export async function writeManifest(
  folder: string,
  manifest: Manifest,
  secret: string,
  vault: Vault = openVault,
): Promise<void> {
  const text = `${JSON.stringify(manifest, undefined, 1)}\n`;
  await writeDurably(join(folder, SEAL), `${sealOf(text, secret)}\n`);
  await writeDurably(join(folder, NAME), vault.seal(NAME, Buffer.from(text)));
}

/**
 * Reads the manifest of a backup.
 * @param secret the server's, which the seal is checked with; without one, as in a demo, it is not checked.
 * @throws UnfitBackup when there is none, or it was changed or sealed with another secret.
 */
export async function readManifest(
  folder: string,
  secret: string | undefined,
  vault: Vault = openVault,
): Promise<Manifest> {
  const [bytes, seal] = await Promise.all(
    [NAME, SEAL].map((name) => readFile(join(folder, name)).catch(() => undefined)),
  );
  if (bytes === undefined || seal === undefined)
    throw new UnfitBackup(`${folder} is no whole backup: it has no manifest.`);
  const text = vault.open(NAME, bytes).toString();
  if (secret !== undefined && !isSame(sealOf(text, secret), seal.toString().trim())) {
    throw new UnfitBackup(
      'The manifest was changed, or SECRET is not the one of the server that was backed up. Without that one, images that members sent and authenticators could not be read.',
    );
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- sealed by the server that wrote it
  const manifest = JSON.parse(text) as Manifest;
  if (manifest.form !== FORM)
    throw new UnfitBackup('The backup was made by a newer version, in a form that this one does not know.');
  return manifest;
}

/** SHA-256 (hex) of a file. */
export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
