import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { judgeSizes, keptOf } from './judge.ts';
import { nameOf, readBuilt } from './measure.ts';

const folder = mkdtempSync(join(tmpdir(), 'plimsoll-sizes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a built app is read as its page loads it, with packed files where there are some', () => {
  mkdirSync(join(folder, 'assets'));
  const files = {
    'index.html':
      '<script type="module" src="/op/assets/index-AAAAAAAA.js"></script><link rel="modulepreload" href="/op/assets/boot-BBBBBBBB.js"><style>a{}</style>',
    'assets/index-AAAAAAAA.js': 'a',
    'assets/boot-BBBBBBBB.js': 'b',
    'assets/boot-BBBBBBBB.js.br': 'x'.repeat(50),
    'assets/words-en-CCCCCCCC.js': 'c',
    'assets/words-en.spot-CCCCCCCC.js': 'c',
    'assets/spot-screen-DDDDDDDD.js': 'd',
  };
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  const built = readBuilt(folder, '/op/');
  expect(built.first.map(({ name }) => name).toSorted()).toEqual(['boot', 'index', 'words-en']);
  expect(built.first[0]).toEqual({ name: 'boot', bytes: 50 });
  expect(built.later.map(({ name }) => name)).toEqual(['spot-screen']);
  expect(built.styles.map(({ name }) => name)).toEqual(['inline']);
});

test('a name has no hash', () => {
  expect(['boot-BSPLesgo.js', 'clean-html-CEWXnA_4.js', 'theme.js'].map(nameOf)).toEqual([
    'boot',
    'clean-html',
    'theme',
  ]);
});

test('an exceeded budget fails and names what grew, what fell and what is new', () => {
  const before = [
    {
      what: 'first',
      counts: 'together' as const,
      maxBytes: 2000,
      pieces: [
        { name: 'boot', bytes: 900 },
        { name: 'old', bytes: 500 },
      ],
    },
  ];
  const now = [
    {
      what: 'first',
      counts: 'together' as const,
      maxBytes: 2000,
      pieces: [
        { name: 'boot', bytes: 1900 },
        { name: 'new', bytes: 400 },
      ],
    },
  ];
  expect(judgeSizes(before, keptOf(before))).toEqual({ lines: ['ok  first: 1.4 kB of 2.0 kB'], holds: true });
  expect(judgeSizes(now, keptOf(before))).toEqual({
    lines: [
      'EXCEEDED  first: 2.3 kB of 2.0 kB',
      '      boot +1000 bytes (900 → 1900)',
      '      new +400 bytes (0 → 400)',
      '      old −500 bytes (500 → 0)',
    ],
    holds: false,
  });
});

test('of lazy pieces the largest counts', () => {
  const pieces = [
    { name: 'small', bytes: 900 },
    { name: 'large', bytes: 1900 },
  ];
  const budgets = [{ what: 'lazy', counts: 'largest' as const, maxBytes: 2000, pieces }];
  expect(judgeSizes(budgets, keptOf(budgets))).toEqual({ lines: ['ok  lazy: 1.9 kB of 2.0 kB'], holds: true });
});
