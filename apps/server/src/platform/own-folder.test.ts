import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { closeOwnFolder, makeOwnFolder } from './own-folder.ts';

async function place(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'own-'));
  onTestFinished(() => rm(root, { recursive: true }));
  return join(root, 'data');
}
const modeOf = async (folder: string) => (await stat(folder)).mode & 0o777;

test('a folder of the server is private', async () => {
  const folder = await place();
  await closeOwnFolder(folder);
  expect(await modeOf(folder)).toBe(0o700);
  await makeOwnFolder(join(folder, 'mail'));
  expect(await modeOf(join(folder, 'mail'))).toBe(0o700);
});

test('an open folder of an older version is made private', async () => {
  const folder = await place();
  await mkdir(folder);
  for (const name of ['secret', 'postgres.log']) await writeFile(join(folder, name), '');
  for (const name of ['mail', 'liabilities']) await mkdir(join(folder, name));
  await chmod(folder, 0o755);
  await closeOwnFolder(folder);
  expect(await modeOf(folder)).toBe(0o700);
});

test('a folder with other files is left as it is', async () => {
  const folder = await place();
  await mkdir(folder);
  await writeFile(join(folder, 'letters.txt'), '');
  await chmod(folder, 0o755);
  await closeOwnFolder(folder);
  expect(await modeOf(folder)).toBe(0o755);
});
