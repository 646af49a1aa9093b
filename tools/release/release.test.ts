import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { afterAll, expect, test } from 'vitest';
import { contentsOf, ROOT } from './contents.ts';
import { notesOf } from './notes.ts';
import { entryOf, sha256Of, tarballOf } from './tarball.ts';

const folder = mkdtempSync(join(tmpdir(), 'plimsoll-release-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a tarball is the same whenever and by whomever it is made, and others unpack it', async () => {
  const long = `${'deep/'.repeat(30)}file.txt`;
  const file = join(folder, 'one');
  const made: string[] = [];
  for (const time of [1, 2_000_000_000]) {
    writeFileSync(file, 'of one content\n', { mode: 0o755 });
    chmodSync(file, 0o755);
    utimesSync(file, time, time);
    const entries = [
      await entryOf(file, 'plimsoll/one'),
      { path: `plimsoll/${long}`, bytes: Buffer.alloc(1025, 7), isProgram: false },
    ];
    const bytes = tarballOf(entries, 1_790_000_000);
    writeFileSync(join(folder, 'made.tar.gz'), bytes);
    made.push(sha256Of(bytes));
  }
  expect(new Set(made).size).toBe(1);
  execFileSync('tar', ['xzf', join(folder, 'made.tar.gz'), '-C', folder]);
  expect(readFileSync(join(folder, 'plimsoll/one'), 'utf8')).toBe('of one content\n');
  expect(readFileSync(join(folder, 'plimsoll', long))).toEqual(Buffer.alloc(1025, 7));
});

test('a release has what a server, its tools and its apps run on, and no test, measurement or picture', async () => {
  for (const app of ['member', 'console']) mkdirSync(join(ROOT, 'apps', app, 'dist'), { recursive: true });
  const paths = await contentsOf();
  expect(paths).toEqual(
    expect.arrayContaining([
      'apps/server/src/main.ts',
      'apps/server/migrations/0001_ledger.sql',
      'apps/witness/src/main.ts',
      'deploy/Containerfile',
      'docs/OPERATING.md',
      'docs/operating/alerts.yml',
      'package-lock.json',
      'packages/money/src/index.ts',
      'tools/backup.ts',
      'tools/prepare.mjs',
      'verify/verify.py',
    ]),
  );
  expect(
    paths.filter((path) =>
      /\.test\.|^e2e\/.*\.ts$|^bench\/.*\.ts$|\/testing\/|^docs\/.*\.png$|apps\/(?:member|mcp)\/src/.test(path),
    ),
  ).toEqual([]);
  // Workspaces that the lock file names are there, or npm would refuse it.
  for (const workspace of ['e2e', 'bench', 'apps/member', 'apps/mcp', 'packages/ui'])
    expect(paths).toContain(`${workspace}/package.json`);
});

test('what a release’s programs import is in it', async () => {
  const paths = new Set(await contentsOf());
  const missing = [...paths]
    .filter((path) => /^(?:apps\/(?:server|witness)|tools|packages)\/.*\.(?:ts|mjs)$/.test(path))
    .flatMap((path) =>
      [...readFileSync(join(ROOT, path), 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+\.(?:ts|mjs|json))'/g)]
        .map((match) => join(path, '..', match[1] ?? ''))
        .filter((wanted) => !paths.has(wanted))
        .map((wanted) => `${path}: ${wanted}`),
    );
  expect(missing).toEqual([]);
});

test('the notes of a version are its part of the changelog, or what is not released yet', () => {
  const log = '# Changelog\n\n## Unreleased\n\n- new\n\n## 0.2.0 (a date)\n\n- old\n';
  expect(notesOf(log, '0.2.0')).toBe('# Plimsoll 0.2.0\n\n- old\n');
  expect(notesOf(log, '0.3.0')).toBe('# Plimsoll 0.3.0\n\n- new\n');
  expect(() => notesOf('# Changelog\n', '0.3.0')).toThrow('says nothing of 0.3.0');
});

/** A folder with the preparation of a start, and an npm that writes down what it is asked for. */
function prepared(name: string, npmStatus: number, isRelease: boolean) {
  const at = join(folder, name);
  mkdirSync(join(at, 'bin'), { recursive: true });
  cpSync(join(ROOT, 'tools/prepare'), join(at, 'tools/prepare'), { recursive: true });
  cpSync(join(ROOT, 'tools/prepare.mjs'), join(at, 'tools/prepare.mjs'));
  cpSync(join(ROOT, 'package-lock.json'), join(at, 'package-lock.json'));
  if (isRelease) writeFileSync(join(at, 'release.json'), '{}');
  writeFileSync(join(at, 'bin/npm'), `#!/bin/sh\necho "$@" >> ${at}/asked\nexit ${npmStatus}\n`, { mode: 0o755 });
  const run = () =>
    spawnSync(process.execPath, [join(at, 'tools/prepare.mjs'), 'serve'], {
      env: { PATH: `${join(at, 'bin')}:${process.env['PATH'] ?? ''}` },
      encoding: 'utf8',
    });
  return { at, run, asked: () => readFileSync(join(at, 'asked'), 'utf8').trim().split('\n') };
}

test('packages that npm ci refuses end the start: nothing is installed without the lock file', () => {
  const { run, asked } = prepared('refused', 1, false);
  const { status, stderr } = run();
  expect(status).toBe(1);
  expect(stderr).toContain('could not be installed as package-lock.json names them');
  expect(asked()).toEqual([expect.stringMatching(/^ci --include=dev /)]);
});

test('a release installs what a server runs on, without what builds and tests', () => {
  const { run, asked } = prepared('release', 1, true);
  run();
  expect(asked()).toEqual([expect.stringMatching(/^ci --omit=dev --workspace apps\/server /)]);
});

test('a tool of a whole installation writes nothing into its folder; one of another lock file installs', () => {
  const { at, run, asked } = prepared('read-only', 1, true);
  const lock = createHash('sha256')
    .update(readFileSync(join(at, 'package-lock.json')))
    .digest('hex');
  mkdirSync(join(at, 'node_modules/.bin'), { recursive: true });
  mkdirSync(join(at, 'node_modules/.cache/plimsoll'), { recursive: true });
  writeFileSync(join(at, 'node_modules/.bin/node'), '');
  writeFileSync(join(at, 'node_modules/.cache/plimsoll/installed'), `${process.platform}-${process.arch} ${lock}`);
  expect(run().status).toBe(0);
  expect([existsSync(join(at, 'asked')), existsSync(join(at, '.cache'))]).toEqual([false, false]);
  writeFileSync(join(at, 'package-lock.json'), '{"packages":{}}');
  expect(run().status).toBe(1);
  expect(asked()).toHaveLength(1);
});
