import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ObjectStore } from '../../apps/server/src/platform/uploads/index.ts';
import { systemCode } from '../../apps/server/src/platform/system-error.ts';
import { UnfitBackup } from './unfit-backup.ts';
import type { Vault } from './vault.ts';
import { hashOfFile, type Manifest } from './manifest.ts';

const FOLDER = 'uploads';
const LIST = 'uploads.txt';
const LINE = /^([0-9a-f]{64}) ([0-9a-f]{32})$/;

const fileOf = (name: string): string => join(FOLDER, name.slice(0, 2), name);
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The line about an upload that the store did not have. */
export const missingUpload = (name: string): string =>
  `MISSING the upload ${name}: it was in the database, but not in the store`;

/** Copies the bytes of these uploads as stored, sealed ones included. Hashes are of the files in the backup. */
export async function keepUploads(
  folder: string,
  names: readonly string[],
  store: ObjectStore,
  vault: Vault,
): Promise<Manifest['uploads']> {
  const missing: string[] = [];
  const lines: string[] = [];
  for (const name of names) {
    const bytes = await store.get(name);
    if (!bytes) {
      missing.push(name);
      continue;
    }
    const path = join(folder, fileOf(name));
    const kept = vault.seal(fileOf(name), Buffer.from(bytes));
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(path, kept, { mode: 0o600, flag: 'wx', flush: true });
    lines.push(`${hashOf(kept)} ${name}`);
  }
  const list = vault.seal(LIST, Buffer.from(lines.map((line) => `${line}\n`).join('')));
  await writeFile(join(folder, LIST), list, { mode: 0o600, flush: true });
  return { count: lines.length, list: hashOf(list), missing };
}

async function listed(folder: string, vault: Vault): Promise<{ readonly name: string; readonly sha256: string }[]> {
  const text = vault.open(LIST, await readFile(join(folder, LIST))).toString();
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [, sha256, name] = LINE.exec(line) ?? [];
      if (sha256 === undefined || name === undefined) throw new UnfitBackup(`${LIST} has a line that names no upload.`);
      return { name, sha256 };
    });
}

/** Throws {@link UnfitBackup} unless every upload is unaltered. */
export async function checkUploads(folder: string, { list, count }: Manifest['uploads'], vault: Vault): Promise<void> {
  const found = await hashOfFile(join(folder, LIST)).catch(() => '');
  if (found !== list) throw new UnfitBackup(`${LIST} is missing or was changed.`);
  const uploads = await listed(folder, vault);
  if (uploads.length !== count) throw new UnfitBackup(`${LIST} names ${uploads.length} uploads, not ${count}.`);
  for (const { name, sha256 } of uploads) {
    if ((await hashOfFile(join(folder, fileOf(name))).catch(() => '')) !== sha256)
      throw new UnfitBackup(`The upload ${name} is missing or was changed.`);
  }
}

/** Puts every upload into a store; existing ones must be equal. */
export async function putUploads(folder: string, store: ObjectStore, vault: Vault): Promise<number> {
  const uploads = await listed(folder, vault);
  for (const { name } of uploads) {
    const [there, kept] = [await store.get(name), vault.open(fileOf(name), await readFile(join(folder, fileOf(name))))];
    if (there && !kept.equals(there)) throw new Error(`The store has another upload under the name ${name}.`);
    if (!there) await store.put(name, kept);
  }
  return uploads.length;
}

const NO_FOLDER: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR']);

/** A file in a folder that no upload of the backup is stored as; a restore that broke off leaves only uploads. */
export async function otherThanUploads(kept: string, folder: string, vault: Vault): Promise<string | undefined> {
  const names = new Set((await listed(folder, vault)).map(({ name }) => name));
  const files = await readdir(kept, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (!NO_FOLDER.has(systemCode(error))) throw error;
    return [];
  });
  // One that was being written has its end behind the name.
  return files.find((each) => each.isFile() && !names.has(each.name.replace(/\..*/, '')))?.name;
}

/** True for an empty or missing folder. */
export const isEmpty = (folder: string): Promise<boolean> =>
  readdir(folder).then(
    (names) => names.length === 0,
    () => true,
  );
