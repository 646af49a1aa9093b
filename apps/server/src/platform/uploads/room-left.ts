import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StoreAway, type ObjectStore } from './object-store.ts';

/** What uploads leave free of a disk, so that a database beside them goes on: this share of it, at most so many bytes. */
const SHARE = 0.05;
const MAX_BYTES = 1024 ** 3;

/** Of a file system: its size and what is free, in blocks, and the bytes of a block. */
interface Disk {
  readonly blocks: number;
  readonly bavail: number;
  readonly bsize: number;
}

/** The folder is made with the first upload. */
async function diskOf(folder: string, look: (path: string) => Promise<Disk>): Promise<Disk> {
  try {
    return await look(folder).catch(() => look(dirname(folder)));
  } catch (error) {
    throw new StoreAway('nothing is known of the disk of uploads', { cause: error });
  }
}

/**
 * A store in a folder that takes nothing more once its disk is nearly full ({@link StoreAway}): members may send more
 * than a disk has, and nothing else on it may stop for that.
 */
export function withRoomLeft(
  store: ObjectStore,
  folder: string,
  look: (path: string) => Promise<Disk> = statfs,
): ObjectStore {
  return {
    ...store,
    async put(name, bytes) {
      const { blocks, bavail, bsize } = await diskOf(folder, look);
      if (bavail * bsize - bytes.length < Math.min(MAX_BYTES, blocks * bsize * SHARE))
        throw new StoreAway('the disk of uploads is nearly full');
      await store.put(name, bytes);
    },
  };
}
