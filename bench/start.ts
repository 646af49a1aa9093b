import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startChildServer } from '../apps/server/src/testing/child-server.ts';
import type { Figure } from './measure/figure.ts';
import { bench, say } from './measure/run.ts';
import { median } from './measure/stats.ts';
import { inTempFolder } from './measure/temp-folder.ts';

// Time of `npm start` with an existing database, from the command to the line that says it is ready.

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const STARTS = 5;
const LIVES_MS = 5_000;
const ENDS_WITHIN_MS = 15_000;

/** Runs `npm start` until it is ready, then ends it. @returns the time it took, in ms. */
async function startOnce(dataDir: string): Promise<number> {
  const startMs = performance.now();
  const child = spawn('npm', ['start', '--silent'], {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1' },
  });
  const ended = once(child, 'exit');
  let text = '';
  child.stderr.on('data', (part: Buffer) => {
    text += part.toString();
  });
  try {
    return await new Promise<number>((resolve, reject) => {
      child.stdout.on('data', (part: Buffer) => {
        if (part.toString().includes('ready http')) resolve(performance.now() - startMs);
      });
      child.once('exit', () => reject(new Error(`npm start ended: ${text.slice(-1000)}`)));
    });
  } finally {
    // The whole group: npm, its shell and the server.
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
    const late = setTimeout(() => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    }, ENDS_WITHIN_MS);
    await ended;
    clearTimeout(late);
  }
}

await bench('npm start, a second time', () =>
  inTempFolder(async (folder) => {
    const first = await startChildServer({ dataDir: folder });
    say(`first start, with a new database: ${Math.round(first.readyAfterMs)} ms`);
    await new Promise((resolve) => {
      setTimeout(resolve, LIVES_MS);
    });
    await first.stop();
    const times: number[] = [];
    for (let start = 0; start < STARTS; start += 1) times.push(await startOnce(folder));
    say(`${STARTS} starts: ${times.map((ms) => `${Math.round(ms)} ms`).join(', ')}`);
    const seconds = median(times) / 1000;
    return [
      {
        what: '`npm start` on a second start, ready after',
        measured: `${seconds.toFixed(2)} s`,
        against: null,
        value: seconds,
        unit: 's',
        limit: { atMost: 3 },
      },
    ] satisfies Figure[];
  }));
