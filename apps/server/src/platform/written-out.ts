import { randomBytes } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from './clock.ts';
import { closeOwnFolder, makeOwnFolder } from './own-folder.ts';

/** Writes messages into files of a private folder; returns their paths. A file appears whole. */
export function createWriter(
  folder: string,
  clock: Clock,
): (content: Buffer | string, ending: string) => Promise<string> {
  let closing: Promise<void> | undefined;
  return async (content, ending) => {
    await (closing ??= closeOwnFolder(folder, () => true));
    await makeOwnFolder(folder);
    const path = join(
      folder,
      `${new Date(clock.nowMs()).toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}.${ending}`,
    );
    await writeFile(`${path}.part`, content, { mode: 0o600 });
    await rename(`${path}.part`, path);
    return path;
  };
}
