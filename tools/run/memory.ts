import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

/** Linux's file system in memory. */
const SHARED_MEMORY = '/dev/shm';
const PREFIX = 'plimsoll-tests-';
const GIB = 2 ** 30;
/** Databases of a run, with their logs, several times over; and as much for everything else. */
const ROOM_BYTES = 5 * GIB;

/** A folder for temporary files. */
export interface TemporaryFolder {
  readonly path: string;
  remove(): void;
}

/**
 * A folder in memory for what tests write, databases above all: on a disk they mostly wait until it has written what
 * is removed a moment later. Undefined where memory has too little room.
 */
export function openMemoryFolder(under = SHARED_MEMORY, roomBytes = ROOM_BYTES): TemporaryFolder | undefined {
  try {
    removeLeft(under);
    const { bavail, bsize } = statfsSync(under);
    if (Math.min(bavail * bsize, freemem() - roomBytes) < roomBytes) return undefined;
    const path = join(under, `${PREFIX}${process.pid}`);
    mkdirSync(path);
    // Programs that do not run as root, as PostgreSQL and pgbouncer, reach what is theirs.
    chmodSync(path, 0o711);
    return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
  } catch {
    return undefined;
  }
}

/** Removes what runs left that were killed. */
function removeLeft(under: string): void {
  for (const name of readdirSync(under).filter((each) => each.startsWith(PREFIX)))
    if (!isRunning(Number(name.slice(PREFIX.length)))) rmSync(join(under, name), { recursive: true, force: true });
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
