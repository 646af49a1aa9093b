import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { processesIn } from '../apps/server/src/platform/postgres/data-folder.ts';
import { registerFunded } from '../apps/server/src/testing/api-client.ts';
import { portOf } from '../apps/server/src/platform/listening-port.ts';
import { startChildServer } from '../apps/server/src/testing/child-server.ts';

const MAIN = fileURLToPath(new URL('../apps/server/src/main.ts', import.meta.url));
const STARTING_MS = 120_000;

let dataDir = '';
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'plimsoll-stop-'));
});
afterAll(() => {
  rmSync(dataDir, { recursive: true, force: true });
});

async function run(env: Readonly<Record<string, string>>): Promise<{ status: number; out: string; err: string }> {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number]>,
  ]);
  return { status, out, err };
}

test(
  'a stop ends everything the start began within ten seconds, whoever is connected, and the next start goes on',
  { timeout: 2 * STARTING_MS },
  async () => {
    const first = await startChildServer({ dataDir, env: { FEED_SEED: 'stop' } });
    const token = await registerFunded(first.url, 'member@quay.example');
    const agent = new Agent({ keepAlive: true });
    await new Promise((resolve, reject) => {
      get(`${first.url}/healthz`, { agent }, (answer) => answer.resume().once('end', resolve)).once('error', reject);
    });
    const socket = new WebSocket(`${first.url.replace('http', 'ws')}/stream`);
    const closed = once(socket, 'close');
    await once(socket, 'open');
    socket.send(JSON.stringify({ sub: 'btcusdt_1' }));
    await once(socket, 'message');

    const askedMs = performance.now();
    await first.stop();
    expect(performance.now() - askedMs).toBeLessThan(10_000);
    await closed;
    agent.destroy();
    expect(await processesIn(join(dataDir, 'postgres'))).toEqual([]);
    expect(() => process.kill(first.pid, 0)).toThrow('ESRCH');

    const second = await startChildServer({ dataDir, env: { FEED_SEED: 'stop' } });
    const answer = await fetch(`${second.url}/api/getusr`, { method: 'POST', headers: { Token: token } });
    expect(await answer.json()).toMatchObject({ code: 1, data: { username: 'member@quay.example' } });
    await expect.poll(async () => (await fetch(`${second.url}/readyz`)).status).toBe(200);
    await second.stop();
  },
);

test(
  'a port that is taken ends the start with one sentence, before anything is written',
  { timeout: STARTING_MS },
  async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => {
      taken.listen(0, '127.0.0.1', resolve);
    });
    const port = portOf(taken);
    const fresh = join(dataDir, 'never-made');
    expect(await run({ DATA_DIR: fresh, PORT: String(port) })).toEqual({
      status: 1,
      out: '',
      err: `The server cannot listen on 127.0.0.1, port ${port} (PORT): another program listens there.\n`,
    });
    expect(existsSync(fresh)).toBe(false);
    taken.close();
  },
);

test.each([
  ['PORT', { PORT: '99999' }],
  ['FEED', { FEED: 'dice' }],
  ['FEED_SOURCES', { FEED: 'live', FEED_SOURCES: 'htx,kraken' }],
  ['SECRET', { MODE: 'live', FEED: 'htx' }],
])('a wrong %s ends the start with one sentence that names it', { timeout: STARTING_MS }, async (name, env) => {
  const { status, out, err } = await run(env);
  expect(status).toBe(1);
  expect(out).toBe('');
  expect(err).toMatch(new RegExp(`^${name} must .*\\.\\n$`));
});
