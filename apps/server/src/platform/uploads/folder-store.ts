import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { systemCode } from '../system-error.ts';
import { StoreAway, type ObjectStore } from './object-store.ts';

const OWN_FILE = 0o600;
const OWN_FOLDER = 0o700;

async function sync(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes a folder whose entry is on the disk; cheap when it exists. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: OWN_FOLDER });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) await sync(dirname(made));
}

/**
 * By a temporary file: readers find the whole file or none, after a power cut too. `isInPlace`: or the one that was
 * there.
 */
async function write(path: string, bytes: Uint8Array, isInPlace = false): Promise<void> {
  await makeFolder(dirname(path));
  const fresh = `${path}.${randomBytes(6).toString('hex')}.part`;
  try {
    const handle = await open(fresh, 'wx', OWN_FILE);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(fresh, path);
    await sync(dirname(path));
  } catch (error) {
    await rm(fresh, { force: true }).catch(() => {});
    if (!isInPlace) await rm(path, { force: true }).catch(() => {});
    throw error;
  }
}

/**
 * Files two levels deep, private to the server's user. Several processes may share the folder. Names are hexadecimal.
 */
export function folderStore(folder: string): ObjectStore {
  const pathOf = (name: string) => join(folder, name.slice(0, 2), name);
  const orAway = async <T>(what: string, doing: Promise<T>): Promise<T> => {
    try {
      return await doing;
    } catch (error) {
      throw new StoreAway(`an upload could not be ${what}`, { cause: error });
    }
  };
  return {
    put: (name, bytes) => orAway('written', write(pathOf(name), bytes)),
    replace: (name, bytes) => orAway('replaced', write(pathOf(name), bytes, true)),
    get: (name) =>
      orAway(
        'read',
        readFile(pathOf(name))
          .catch((error: unknown) => {
            if (systemCode(error) !== 'ENOENT') throw error;
          })
          .then((bytes) => bytes ?? undefined),
      ),
    remove: (name) => orAway('removed', rm(pathOf(name), { force: true })),
  };
}
