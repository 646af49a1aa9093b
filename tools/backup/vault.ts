import { createHash, createHmac, hkdfSync, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transform } from 'node:stream';
import { openBytes, Opening, SALT_BYTES, sealBytes, Sealing } from './pieces.ts';
import { UnfitBackup } from './unfit-backup.ts';

const LABEL = 'encryption.json';
const KEY_BYTES = 32;
/** 128 MiB and about a third of a second per guess. */
const STRETCH = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 } as const;

/** The key of a backup: a passphrase, or the bytes of a file. */
export type BackupKey = { readonly passphrase: string } | { readonly file: Buffer };

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
export const openVault: Vault = {
  isEncrypted: false,
  sealing: () => [],
  opening: () => [],
  seal: (_name, bytes) => bytes,
  open: (_name, bytes) => bytes,
};

/** How the key is derived, without anything of it. */
interface Label {
  readonly form: number;
  readonly key: 'passphrase' | 'file';
  /** 32 bytes each, in hex. */
  readonly salt: string;
  readonly check: string;
}

const isHex = (value: unknown): boolean => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
const isLabel = (value: unknown): value is Label =>
  typeof value === 'object' &&
  value !== null &&
  'form' in value &&
  value.form === 1 &&
  'key' in value &&
  (value.key === 'passphrase' || value.key === 'file') &&
  'salt' in value &&
  isHex(value.salt) &&
  'check' in value &&
  isHex(value.check);

function labelOf(text: string): Label {
  const label = jsonOf(text);
  if (!isLabel(label)) throw new UnfitBackup(`${LABEL} cannot be read: it was changed, or written by a newer version.`);
  return label;
}

const stretched = (text: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(text.normalize('NFC'), salt, KEY_BYTES, STRETCH, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });

async function masterOf(key: BackupKey, salt: string): Promise<Buffer> {
  const salted = Buffer.from(salt, 'hex');
  if ('file' in key)
    return Buffer.from(
      hkdfSync('sha256', createHash('sha256').update(key.file).digest(), salted, 'plimsoll backup', KEY_BYTES),
    );
  return stretched(key.passphrase, salted);
}

const checkOf = (master: Buffer): Buffer => createHmac('sha256', master).update('plimsoll backup check').digest();

/** A vault for a new backup in `folder`, with a label for deriving its key. */
export async function makeVault(folder: string, key: BackupKey): Promise<Vault> {
  const salt = randomBytes(SALT_BYTES).toString('hex');
  const master = await masterOf(key, salt);
  const label: Label = {
    form: 1,
    key: 'file' in key ? 'file' : 'passphrase',
    salt,
    check: checkOf(master).toString('hex'),
  };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, LABEL), `${JSON.stringify(label)}\n`, { mode: 0o600, flag: 'wx', flush: true });
  return new SealedVault(master);
}

/**
 * The vault of an existing backup.
 * @param ask gives its key; called only for an encrypted one.
 * @throws UnfitBackup when the key is wrong or the label cannot be read.
 */
export async function findVault(folder: string, ask: (kind: Label['key']) => Promise<BackupKey>): Promise<Vault> {
  const text = await readFile(join(folder, LABEL), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (text === undefined) return openVault;
  const label = labelOf(text);
  const master = await masterOf(await ask(label.key), label.salt);
  if (!timingSafeEqual(checkOf(master), Buffer.from(label.check, 'hex')))
    throw new UnfitBackup('The backup was encrypted with another passphrase or key file.');
  return new SealedVault(master);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

class SealedVault implements Vault {
  readonly isEncrypted = true;
  readonly #master: Buffer;

  constructor(master: Buffer) {
    this.#master = master;
  }

  sealing(name: string): Transform[] {
    const salt = randomBytes(SALT_BYTES);
    return [new Sealing(salt, this.#keyOf(name, salt))];
  }

  opening(name: string): Transform[] {
    return [new Opening(name, (salt) => this.#keyOf(name, salt))];
  }

  seal(name: string, bytes: Buffer): Buffer {
    const salt = randomBytes(SALT_BYTES);
    return sealBytes(salt, this.#keyOf(name, salt), bytes);
  }

  open(name: string, bytes: Buffer): Buffer {
    return openBytes(name, (salt) => this.#keyOf(name, salt), bytes);
  }

  /** A file's key depends on its name: under another name it does not open. */
  #keyOf(name: string, salt: Buffer): Buffer {
    return Buffer.from(
      hkdfSync('sha256', this.#master, salt, `plimsoll backup file ${name.replaceAll('\\', '/')}`, KEY_BYTES),
    );
  }
}
