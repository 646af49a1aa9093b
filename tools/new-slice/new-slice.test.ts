import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../run/part.ts';

/** A compiler that has seen nothing yet, on a machine that is busy with the other tests. */
const LIMIT_MS = 8 * 60_000;

const here = (folder: string, ...args: readonly string[]): string =>
  execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });

/** What git knows and has not deleted, in a folder of its own, beside the packages that are installed here. */
function copyOfTree(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-new-slice-'));
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  for (const path of listed.split('\n').filter((each) => each !== '' && existsSync(join(ROOT, each)))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(ROOT, path), join(folder, path));
  }
  const rooms = ['apps', 'packages'].flatMap((each) => readdirSync(join(ROOT, each)).map((room) => join(each, room)));
  for (const room of [...rooms, 'tools', 'e2e', 'bench']) {
    // What the compiler keeps of what has not changed, so that it is not read again.
    const [modules, types] = [join(room, 'node_modules'), join(room, '.cache/types/')];
    if (existsSync(join(ROOT, modules))) symlinkSync(join(ROOT, modules), join(folder, modules));
    if (existsSync(join(ROOT, types))) cpSync(join(ROOT, types), join(folder, types), { recursive: true });
  }
  linkPackages(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** Packages of others are those of this tree; our own are the copy's. */
function linkPackages(from: string, to: string): void {
  mkdirSync(join(to, '@plimsoll'), { recursive: true });
  for (const each of readdirSync(from).filter((name) => name !== '@plimsoll'))
    symlinkSync(join(from, each), join(to, each));
  for (const each of readdirSync(join(from, '@plimsoll'))) {
    const room = ['packages', 'apps', '.'].find((place) => existsSync(join(to, '..', place, each, 'package.json')));
    if (room !== undefined) symlinkSync(join(to, '..', room, each), join(to, '@plimsoll', each));
  }
}

/** A tree with a slice that has a screen and one that has none: they are compiled together, which takes minutes. */
let tree = '';
const output = { whole: '', style: '', screenless: '' };
beforeAll(() => {
  tree = copyOfTree();
  output.whole = here(tree, 'tools/new-slice.ts', 'keepsakes');
  output.style = here(tree, 'tools/tidy/main.ts');
  output.screenless = here(tree, 'tools/new-slice.ts', 'mementos', '--no-screen');
  here(tree, 'node_modules/typescript/bin/tsc', '-b', 'apps/server', 'apps/member');
}, LIMIT_MS);
afterAll(() => rmSync(tree, { recursive: true, force: true }), LIMIT_MS);

test('a new slice compiles, from contract to screen, and passes the style check', () => {
  expect(output.whole.match(/^made /gm)).toHaveLength(36);
  expect(output.whole.match(/^registered /gm)).toHaveLength(7);
  expect(output.style).toContain('no findings');
});

test('a slice without a screen compiles too', () => {
  expect(output.screenless).not.toContain('apps/member');
  expect(output.screenless.match(/^made /gm)).toHaveLength(34);
  expect(output.screenless.match(/^registered /gm)).toHaveLength(3);
});
