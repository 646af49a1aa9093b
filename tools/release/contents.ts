import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { textAt } from '../json.ts';

/** The repository's folder. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const run = promisify(execFile);
const git = async (...args: readonly string[]): Promise<string> =>
  (await run('git', [...args], { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 })).stdout;

/** What a release is of. */
export interface Release {
  /** As in package.json. */
  readonly version: string;
  readonly commit: string;
  /** Of the commit, in seconds: the time of everything in it. */
  readonly epochS: number;
}

/** The release of this checkout. @throws Error when something is not committed, unless it is a trial. */
export async function releaseOf(isTrial: boolean): Promise<Release> {
  const changed = await git('status', '--porcelain');
  if (changed !== '' && !isTrial)
    throw new Error('Something here is not committed, and a release is of a commit: see git status.');
  const version = textAt(await readFile(join(ROOT, 'package.json'), 'utf8'), 'version');
  if (version === undefined) throw new Error('package.json names no version.');
  const [commit = '', time = ''] = (await git('log', '-1', '--format=%H %ct')).trim().split(' ');
  return { version, commit, epochS: Number(time) };
}

/** What no server needs: tests and what they share, measurements, pictures, members' programs, sources of built apps. */
const LEFT_OUT = [
  /\.test\.tsx?$/,
  /^(?:e2e|bench)\/(?!package\.json$)/,
  /^apps\/(?:member|console|mcp)\/(?!package\.json$)/,
  /^packages\/ui\/(?!package\.json$)/,
  /^apps\/(?:server|witness)\/src\/testing(?:-matrix)?\//,
  /^packages\/i18n\/(?:glossary|sources)\//,
  /^tools\/(?:run|tidy|words|wire-docs|new-slice|sizes|schema-docs|release)\//,
  /^tools\/(?:test|check|client|words|wire-docs|new-slice|sizes|schema-docs|release)\.ts$/,
  /^docs\/(?:pictures|figures)\//,
  /^\.(?:ci|git|oxfmt|oxlint)/,
  /^(?:vitest\.config\.ts|knip\.json|tsconfig.*\.json)$/,
];
const BUILT = ['apps/member/dist', 'apps/console/dist'];

/** Paths of a release's files, in order: what is committed and a server needs, and the apps as they are built. */
export async function contentsOf(): Promise<readonly string[]> {
  const committed = (await git('ls-files', '-z', '--cached', '--others', '--exclude-standard'))
    .split('\0')
    .filter(Boolean);
  const kept = committed.filter((path) => !LEFT_OUT.some((pattern) => pattern.test(path)));
  const built: string[] = [];
  for (const folder of BUILT) {
    const entries = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true });
    for (const entry of entries) if (entry.isFile()) built.push(join(entry.parentPath, entry.name).slice(ROOT.length));
  }
  return [...new Set([...kept, ...built])].sort((a, b) => (a < b ? -1 : 1));
}
