import { hkdfSync, randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeOwnFolder } from './own-folder.ts';

/** The secret in `dataDir/secret`, made at the first start, readable by the server's user alone. */
export const keptSecret = (dataDir: string): Promise<string> =>
  kept(dataDir, 'secret', () => randomBytes(32).toString('hex'));

/** The seed of the public log's key in `dataDir/log-key`, kept as {@link keptSecret} is; base64 of 32 bytes. */
export const keptLogKey = (dataDir: string): Promise<string> =>
  kept(dataDir, 'log-key', () => randomBytes(32).toString('base64'));

async function kept(dataDir: string, name: string, make: () => string): Promise<string> {
  const path = join(dataDir, name);
  const found = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (found) return found.trim();
  await makeOwnFolder(dataDir);
  const fresh = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(fresh, `${make()}\n`, { mode: 0o600, flag: 'wx' });
  // Linked, not renamed: of several first starts one wins and all read the same.
  await link(fresh, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(fresh);
  return (await readFile(path, 'utf8')).trim();
}

/** 256 bits for one purpose (HKDF-SHA-256), which reveal neither the secret nor other keys. */
export const derivedKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `plimsoll ${purpose}`, 32));
