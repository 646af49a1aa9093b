import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keptSecret } from './secret.ts';

test('concurrent starts make one private secret and keep it', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'secret-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  const secrets = await Promise.all([1, 2, 3, 4].map(() => keptSecret(dir)));
  expect(new Set(secrets).size).toBe(1);
  expect(secrets[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(await keptSecret(dir)).toBe(secrets[0]);
  expect(await readdir(dir)).toEqual(['secret']);
  expect((await stat(join(dir, 'secret'))).mode & 0o777).toBe(0o600);
});
