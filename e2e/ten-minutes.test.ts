import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { startChildServer } from '../apps/server/src/testing/child-server.ts';

// The commands of PROOF 8, as they stand on the page, against a real server.

const LIMIT_MS = 240_000;
const PAGE = readFileSync(fileURLToPath(new URL('../docs/PROOF.md', import.meta.url)), 'utf8');
const VERIFIER = fileURLToPath(new URL('../verify/verify.py', import.meta.url));
const hasTools = ['python3', 'curl', 'bash'].every((name) => spawnSync(name, ['--version']).status === 0);
const folder = mkdtempSync(join(tmpdir(), 'plimsoll-ten-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const commands = (): string =>
  [...(PAGE.split('## 8. ')[1] ?? '').matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block).join('');

test.skipIf(!hasTools)(
  'the commands of the page lead from nothing to a checked receipt, and a changed one does not hold',
  { timeout: LIMIT_MS },
  async () => {
    const server = await startChildServer({ dataDir: join(folder, 'data'), env: { FEED_SEED: 'ten minutes' } });
    try {
      copyFileSync(VERIFIER, join(folder, 'verify.py'));
      const script = commands().replace('http://localhost:3000', server.url);
      const shell = spawn('bash', ['-u', '-c', script], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
      const [output] = await Promise.all([text(shell.stdout), once(shell, 'close')]);
      const ends = output.split('\n').filter((line) => /^(?:everything holds|WRONG)/.test(line));
      const holds = 'everything holds';
      expect(ends).toEqual([holds, holds, expect.stringMatching(/^WRONG commitment/), holds, holds]);
    } finally {
      await server.stop();
    }
  },
);
