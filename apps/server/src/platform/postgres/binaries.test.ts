import { mkdir, mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { linkLibraries } from './binaries.ts';

test('missing library links are made, by several starts at once too', async () => {
  const root = await mkdtemp(join(tmpdir(), 'links-'));
  onTestFinished(() => rm(root, { recursive: true }));
  await mkdir(join(root, 'native/lib'), { recursive: true });
  await writeFile(join(root, 'native/lib/libx.so.1.2'), 'x');
  const source = 'native/lib/libx.so.1.2';
  await writeFile(
    join(root, 'native/pg-symlinks.json'),
    JSON.stringify([
      { source, target: 'native/lib/libx.so' },
      { source, target: 'native/lib/libx.so.1' },
    ]),
  );
  await Promise.all([linkLibraries(root), linkLibraries(root), linkLibraries(root)]);
  await linkLibraries(root);
  expect(await readlink(join(root, 'native/lib/libx.so'))).toBe('libx.so.1.2');
  expect(await readFile(join(root, 'native/lib/libx.so.1'), 'utf8')).toBe('x');
});
