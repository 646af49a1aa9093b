import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism, release, totalmem, type as systemName, userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const GIB = 2 ** 30;

/** Browsers for journeys, the cheapest first. */
export const BROWSERS = ['chromium-headless-shell', 'chromium'] as const;

/** Path of a program, or undefined. */
export const onPath = (name: string): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));

/** The first available of `programs` with its version; or what is skipped without. */
async function versionOf(programs: readonly string[], without: string): Promise<string> {
  const path = programs.map(onPath).find((each) => each !== undefined);
  if (path === undefined) return `none on the PATH: ${without}`;
  const { stdout } = await run(path, ['--version']).catch(() => ({ stdout: 'of unknown version' }));
  return `${path}, ${stdout.split('\n')[0]?.trim()}`;
}

/** The machine and programs of a test run, a line each, for comparing runs. */
export async function describeMachine(): Promise<readonly string[]> {
  const database = process.env['DATABASE_URL'] === undefined ? 'its own PostgreSQL' : 'the PostgreSQL of DATABASE_URL';
  return [
    `machine: ${availableParallelism()} cores, ${(totalmem() / GIB).toFixed(0)} GiB, ${systemName()} ${release()}, ${process.arch}, as ${userInfo().uid === 0 ? 'root' : 'an ordinary user'}; Node ${process.versions.node}`,
    `browser: ${await versionOf(BROWSERS, 'the journeys are skipped')}`,
    'fonts: of the project’s packages only, Roboto and Noto, and DejaVu Sans for layouts',
    `database: ${database}`,
    `redis: ${await versionOf(['redis-server'], 'the tests of several processes are skipped')}`,
  ];
}
