import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { connected } from '../connection.ts';
import { APP_ROLE } from '../db.ts';
import { passwordOf, readKey } from './keys.ts';
import type { RunAs } from './run-as.ts';

/** Also its owner, who may create roles and databases and is no superuser. */
export const DATABASE = 'plimsoll';
const PREFIX = 'plimsoll-';
/** A socket's path has at most 107 bytes: 20 for its name, 16 for the folder's. */
const LONGEST_TMP = 70;

/** In the data folder while the server runs; the audit finds the database by it. */
const RECORD = z.object({ sockets: z.string() });
type Record = z.output<typeof RECORD>;

const recordPath = (dir: string): string => join(dir, 'postgres.socket');

const socketUrl = (
  sockets: string,
  { user, password, database }: { user: string; password: string; database: string },
): string => `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(sockets)}`;

/** How the embedded database is reached. */
export interface Addresses {
  /** The owner's: migrations, backups, tests. */
  readonly url: string;
  /** The server's role's, which owns nothing. */
  readonly appUrl: string;
}

/** Connection strings for the socket in `sockets`, with passwords made from `key`. */
export const addressesOf = (sockets: string, key: string, database: string = DATABASE): Addresses => ({
  url: socketUrl(sockets, { user: DATABASE, password: passwordOf(key, DATABASE), database }),
  appUrl: socketUrl(sockets, { user: APP_ROLE, password: passwordOf(key, APP_ROLE), database }),
});

/** Makes a private folder for the socket. */
export async function makeSocketFolder(runAs: RunAs): Promise<string> {
  const tmp = Buffer.byteLength(tmpdir()) <= LONGEST_TMP ? tmpdir() : '/tmp';
  const sockets = await mkdtemp(join(tmp, PREFIX));
  if (runAs.user !== undefined) await chown(sockets, runAs.user, runAs.user);
  return sockets;
}

async function readRecord(dir: string): Promise<Record | undefined> {
  const text = await readFile(recordPath(dir), 'utf8').catch(() => undefined);
  try {
    return text === undefined ? undefined : RECORD.parse(JSON.parse(text));
  } catch {
    return undefined; // cut short by a crash
  }
}

export const writeRecord = (dir: string, sockets: string): Promise<void> =>
  writeFile(recordPath(dir), `${JSON.stringify({ sockets } satisfies Record)}\n`, { mode: 0o600 });

/** Removes the record and its socket folder. */
export async function removeRecord(dir: string): Promise<void> {
  const record = await readRecord(dir);
  if (record && basename(record.sockets).startsWith(PREFIX)) await rm(record.sockets, { recursive: true, force: true });
  await rm(recordPath(dir), { force: true });
}

/** Undefined when no embedded database of `dir` answers. */
export async function findRunning(dir: string): Promise<Addresses | undefined> {
  const [record, key] = await Promise.all([readRecord(dir), readKey(dir)]);
  if (!record || key === undefined) return undefined;
  const addresses = addressesOf(record.sockets, key);
  return connected(addresses.url, async () => addresses, { connectionTimeoutMillis: 5000 }).catch(() => undefined);
}
