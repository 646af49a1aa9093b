import { createHmac, randomBytes } from 'node:crypto';
import { chown, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunAs } from './run-as.ts';

const KEY_BYTES = 32;
const KEY = /^[0-9a-f]{64}$/;
const keyPath = (dir: string): string => join(dir, 'postgres.key');

/** Writes a file whole or not at all. */
export async function writeWhole(path: string, text: string, runAs?: RunAs): Promise<void> {
  const fresh = `${path}.new`;
  const file = await open(fresh, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  if (runAs?.user !== undefined) await chown(fresh, runAs.user, runAs.user);
  await rename(fresh, path);
}

/** Of the roles' passwords, beside the data folder; undefined when there is none. */
export async function readKey(dir: string): Promise<string | undefined> {
  const text = await readFile(keyPath(dir), 'utf8').then(
    (text) => text.trim(),
    () => '',
  );
  return KEY.test(text) ? text : undefined;
}

/** The same; made, when there is none. */
export async function ensureKey(dir: string): Promise<string> {
  const known = await readKey(dir);
  if (known !== undefined) return known;
  const key = randomBytes(KEY_BYTES).toString('hex');
  await writeWhole(keyPath(dir), `${key}\n`);
  return key;
}

/** 256 bits derived from the key. */
export const passwordOf = (key: string, role: string): string =>
  createHmac('sha256', Buffer.from(key, 'hex')).update(`role ${role}`).digest('base64url');
