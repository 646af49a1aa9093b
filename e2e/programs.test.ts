import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { startChildServer } from '../apps/server/src/testing/child-server.ts';
import { untilPriced } from '../apps/server/src/testing/until-priced.ts';
import { blocksOf } from './operating/page.ts';

// The commands of API, pasted as they stand into one shell, against a server that has just started for the first time.

const LIMIT_MS = 240_000;
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BLOCKS = blocksOf('API.md');
const hasTools = spawnSync('bash', ['-c', 'curl --help all | grep -q -e --url-query && openssl version']).status === 0;
const folder = mkdtempSync(join(tmpdir(), 'plimsoll-programs-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** The page's blocks of a language, in order. */
const written = (language: string): string[] =>
  BLOCKS.filter((block) => block.language === language).map((block) => block.text);

// A line of its own for each answer, which curl does not end.
const LINES = 'curl() { command curl "$@" && echo; }\n';

test.skipIf(!hasTools)(
  'from nothing to a first order by ccxt, by HTX’s calls and by the member API, by paste',
  { timeout: LIMIT_MS },
  async () => {
    const server = await startChildServer({ dataDir: join(folder, 'data') });
    try {
      await untilPriced(server.url);
      const here = (block: string): string => block.replaceAll('127.0.0.1:3000', new URL(server.url).host);
      const [program = ''] = written('js');
      writeFileSync(join(folder, 'first.mjs'), here(program));
      symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
      const shell = spawn('bash', ['-eu', '-c', LINES + here(written('sh').join('\n'))], {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { PATH: `${dirname(process.execPath)}:${process.env['PATH']}`, HOME: folder },
      });
      const [output] = await Promise.all([text(shell.stdout), once(shell, 'close')]);
      const answers = output
        .split('\n')
        .filter((line) => line.startsWith('{"'))
        .map((line): unknown => JSON.parse(line));
      expect(answers).toEqual([
        expect.objectContaining({ code: 1 }),
        { status: 'ok', data: expect.stringMatching(/^\d+$/) },
        expect.objectContaining({
          code: 1,
          data: expect.objectContaining({ refusals: [], plan: expect.stringMatching(/^p1\./) }),
        }),
      ]);
      expect(output).toMatch(/symbol: 'BTC\/USDT'/);
      expect(output).toMatch(/status: 'open'/);
    } finally {
      await server.stop();
    }
  },
);
