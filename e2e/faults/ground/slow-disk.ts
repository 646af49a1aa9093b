import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemCode } from '../../../apps/server/src/platform/system-error.ts';

/** PostgreSQL's greatest `commit_delay`, in µs: what each flush of its log takes longer. */
const SLOWEST_US = 100_000;

/** Of a PostgreSQL that runs: its process, and the folder with its files. */
interface Running {
  readonly pid: number;
  readonly folder: string;
}

/**
 * Makes a database's disk slow, or as fast as it is: each flush of its log waits a tenth of a second more, also where
 * one member alone commits. It reads the file at once.
 */
export function slowDown({ pid, folder }: Running, isSlow: boolean): void {
  const settings = isSlow ? `commit_delay = ${SLOWEST_US}\ncommit_siblings = 0\n` : '';
  writeFileSync(join(folder, 'postgresql.auto.conf'), settings);
  try {
    process.kill(pid, 'SIGHUP');
  } catch (error) {
    // It was killed just now, and reads the file at its start.
    if (systemCode(error) !== 'ESRCH') throw error;
  }
}
