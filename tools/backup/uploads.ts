import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ObjectStore } from '../../apps/server/src/platform/uploads/index.ts';
import { hashOfFile, UnfitBackup, type Manifest } from './manifest.ts';

const FOLDER = 'uploads';
const LIST = 'uploads.txt';
const LINE = /^([0-9a-f]{64}) ([0-9a-f]{32})$/;

const pathOf = (folder: string, name: string): string => join(folder, FOLDER, name.slice(0, 2), name);
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Copies the bytes of these uploads as the store has them: what is sealed stays sealed. */
export async function keepUploads(folder: string, names: readonly string[], store: ObjectStore): Promise<Manifest['uploads']> {
  const missing: string[] = [];
  const lines: string[] = [];
  for (const name of names) {
    const bytes = await store.get(name);
    if (!bytes) {
      missing.push(name);
      continue;
    }
    const path = pathOf(folder, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(path, bytes, { mode: 0o600, flag: 'wx', flush: true });
    lines.push(`${hashOf(bytes)} ${name}`);
  }
  const list = lines.map((line) => `${line}\n`).join('');
  await writeFile(join(folder, LIST), list, { mode: 0o600, flush: true });
  return { count: lines.length, list: hashOf(Buffer.from(list)), missing };
}

async function listed(folder: string): Promise<{ readonly name: string; readonly sha256: string }[]> {
  const text = await readFile(join(folder, LIST), 'utf8');
  return text.split('\n').filter((line) => line !== '').map((line) => {
    const [, sha256, name] = LINE.exec(line) ?? [];
    if (sha256 === undefined || name === undefined) throw new UnfitBackup(`${LIST} has a line that names no upload.`);
    return { name, sha256 };
  });
}

/** Throws {@link UnfitBackup} unless every upload is there as it was. */
export async function checkUploads(folder: string, { list, count }: Manifest['uploads']): Promise<void> {
  const found = await hashOfFile(join(folder, LIST)).catch(() => '');
  if (found !== list) throw new UnfitBackup(`${LIST} is missing or was changed.`);
  const uploads = await listed(folder);
  if (uploads.length !== count) throw new UnfitBackup(`${LIST} names ${uploads.length} uploads, not ${count}.`);
  for (const { name, sha256 } of uploads) {
    if ((await hashOfFile(pathOf(folder, name)).catch(() => '')) !== sha256) throw new UnfitBackup(`The upload ${name} is missing or was changed.`);
  }
}

/** Puts every upload into a store; one that is there already must be the same. */
export async function putUploads(folder: string, store: ObjectStore): Promise<number> {
  const uploads = await listed(folder);
  for (const { name, sha256 } of uploads) {
    const there = await store.get(name);
    if (there && hashOf(there) !== sha256) throw new Error(`The store has another upload under the name ${name}.`);
    if (!there) await store.put(name, await readFile(pathOf(folder, name)));
  }
  return uploads.length;
}

/** True when nothing lies in a folder, or it is not there. */
export const isEmpty = (folder: string): Promise<boolean> => readdir(folder).then((names) => names.length === 0, () => true);
