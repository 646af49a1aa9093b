import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';
import { expect, it } from 'vitest';
import { circleIn, SHARED_MODULES } from './chunks.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What `circleIn` reads of chunks that import these. */
const bundleOf = (imports: Readonly<Record<string, readonly string[]>>): Rolldown.OutputBundle =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a whole chunk has thirty more properties
  Object.fromEntries(
    Object.entries(imports).map(([file, all]) => [file, { type: 'chunk', imports: all }]),
  ) as unknown as Rolldown.OutputBundle;

it('each module of a shared chunk is a file, so that a renamed one does not leave it unnoticed', () => {
  expect(SHARED_MODULES.length).toBeGreaterThan(80);
  expect(
    SHARED_MODULES.filter((path) => !['.ts', '.tsx', '.js'].some((ending) => existsSync(`${ROOT}${path}${ending}`))),
  ).toEqual([]);
});

it('chunks that import one another in a circle are named in order', () => {
  expect(circleIn(bundleOf({ 'a.js': ['b.js'], 'b.js': ['a.js'] }))).toEqual(['a.js', 'b.js', 'a.js']);
  expect(circleIn(bundleOf({ 'a.js': ['b.js'], 'b.js': ['c.js'], 'c.js': ['d.js'], 'd.js': ['b.js'] }))).toEqual([
    'b.js',
    'c.js',
    'd.js',
    'b.js',
  ]);
});

it('chunks that import the same one, or one that is no chunk of this build, are in no circle', () => {
  expect(
    circleIn(bundleOf({ 'a.js': ['b.js', 'c.js'], 'b.js': ['d.js'], 'c.js': ['d.js'], 'd.js': ['elsewhere.js'] })),
  ).toBeUndefined();
});
