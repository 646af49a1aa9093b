import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { connected } from '../connection.ts';
import type { RunAs } from './run-as.ts';

/** The database and the role that owns it; it may create roles and databases, and is no superuser. */
export const DATABASE = 'plimsoll';
const PREFIX = 'plimsoll-';
/** A socket's path may have 107 bytes; its name takes 20 of them, and the folder's own name 16. */
const LONGEST_TMP = 70;

/** Kept in the data folder while the server runs, so that the audit finds the database. */
interface Record {
  readonly sockets: string;
}

const recordPath = (dir: string): string => join(dir, 'postgres.socket');

/** The connection string of a database behind the socket in `sockets`. */
export const socketUrl = (sockets: string, user: string = DATABASE, database: string = DATABASE): string =>
  `postgres://${user}@localhost/${database}?host=${encodeURIComponent(sockets)}`;

/** Makes a fresh folder for the socket that nobody else may enter. */
export async function makeSocketFolder(runAs: RunAs): Promise<string> {
  const tmp = Buffer.byteLength(tmpdir()) <= LONGEST_TMP ? tmpdir() : '/tmp';
  const sockets = await mkdtemp(join(tmp, PREFIX));
  if (runAs.user !== undefined) await chown(sockets, runAs.user, runAs.user);
  return sockets;
}

async function readRecord(dir: string): Promise<Record | undefined> {
  const text = await readFile(recordPath(dir), 'utf8').catch(() => undefined);
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Record);
  } catch {
    return undefined; // cut short by a crash: as good as none
  }
}

export const writeRecord = (dir: string, sockets: string): Promise<void> =>
  writeFile(recordPath(dir), `${JSON.stringify({ sockets } satisfies Record)}\n`, { mode: 0o600 });

/** Removes the record and the socket folder it names. */
export async function removeRecord(dir: string): Promise<void> {
  const record = await readRecord(dir);
  if (record && basename(record.sockets).startsWith(PREFIX)) await rm(record.sockets, { recursive: true, force: true });
  await rm(recordPath(dir), { force: true });
}

/** The connection string of the embedded database that a running server has open on `dir`, or undefined when none answers. */
export async function findRunning(dir: string): Promise<string | undefined> {
  const record = await readRecord(dir);
  if (!record) return undefined;
  const url = socketUrl(record.sockets);
  return connected(url, async () => url, { connectionTimeoutMillis: 5000 }).catch(() => undefined);
}
