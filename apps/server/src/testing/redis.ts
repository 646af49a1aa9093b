import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

/** Why tests with Redis cannot run here; undefined when they can. */
export const whyNoRedis: string | undefined =
  spawnSync('redis-server', ['--version']).status === 0 ? undefined : 'there is no redis-server on the PATH';

/** A Redis of a test's own. */
export interface TestRedis {
  readonly url: string;
  /** Ends it as a power cut does. */
  kill(): Promise<void>;
  /** Restarts it at the same address, empty, after {@link kill}. */
  restart(): Promise<void>;
  /** Ends it and removes what it wrote. */
  close(): Promise<void>;
}

/** Starts a Redis without persistence. */
export async function startTestRedis(): Promise<TestRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-redis-'));
  const port = await freePort();
  const start = async () => {
    const child = spawn(
      'redis-server',
      ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    );
    const ended = once(child, 'close');
    await new Promise<void>((resolve, reject) => {
      let output = '';
      child.stdout.on('data', (part: Buffer) => {
        output += part.toString();
        if (/Ready to accept connections/.test(output)) resolve();
      });
      ended.then(() => reject(new Error(`redis-server did not start: ${output}`)), reject);
    });
    return { child, ended };
  };
  let running = await start();
  const kill = async () => {
    running.child.kill('SIGKILL');
    await running.ended;
  };
  return {
    url: `redis://127.0.0.1:${port}/0`,
    kill,
    restart: async () => {
      running = await start();
    },
    async close() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
