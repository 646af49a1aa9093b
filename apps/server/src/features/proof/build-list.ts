import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { EntryFields } from '@plimsoll/proof/log';
import type { Query } from '../../platform/db.ts';
import type { ObjectStore } from '../../platform/uploads/index.ts';
import { makeEntry } from './entries/made-entry.ts';
import { registerBuild } from './log-table.ts';

/** Folders of the member app as it is served, and of the verifiers. */
export interface BuiltFiles {
  readonly appFolder: string;
  readonly verifyFolder: string;
}

/** One build of the app, and the verifiers beside it. */
export interface BuildList extends EntryFields<'build'> {
  /** A line each: SHA-256 in hex, two spaces, the path as served or the verifier's name (PROOF 2.7). */
  readonly text: string;
}

const VERIFIERS = ['verify.mjs', 'verify.py'];
const COMPRESSED = /\.(?:br|gz)$/;

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

/** The name of a list among the log's files. */
export const buildPath = (list: string): string => `build/${list}`;

/** Lists what is served; undefined where the app is not built. */
export async function readBuild({ appFolder, verifyFolder }: BuiltFiles): Promise<BuildList | undefined> {
  const entries = await readdir(appFolder, { recursive: true, withFileTypes: true }).catch(() => []);
  const names = entries.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
  const all = new Set(names);
  // Compressed files of the build are other forms of their originals.
  const own = names.filter((name) => !(COMPRESSED.test(name) && all.has(name.replace(COMPRESSED, ''))));
  const paths = own.map((name) => name.slice(appFolder.length).split(sep).join('/')).sort();
  if (!paths.includes('/index.html')) return undefined;
  const lines: string[] = [];
  for (const path of paths) lines.push(`${sha256(await readFile(join(appFolder, path)))}  ${path}\n`);
  const verifiers: { name: string; hash: string }[] = [];
  for (const name of VERIFIERS) verifiers.push({ name, hash: sha256(await readFile(join(verifyFolder, name))) });
  const text = [...lines, ...verifiers.map(({ name, hash }) => `${hash}  ${name}\n`)].join('');
  return { text, list: sha256(text), verifiers };
}

/** Puts what is served into the log where it is another build than the newest there. The list is readable before. */
export async function logBuild(
  { db, store }: { readonly db: Query; readonly store: ObjectStore },
  { text, list, verifiers }: BuildList,
  nowMs: number,
): Promise<void> {
  const path = buildPath(list);
  if (!(await store.get(path))) await store.put(path, Buffer.from(text));
  const { line } = makeEntry('build', { list, verifiers }, { at: new Date(nowMs) });
  await registerBuild(db, { list, entry: line, nowMs });
}
