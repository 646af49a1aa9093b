import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { portOf } from '../../apps/server/src/platform/listening-port.ts';
import type { Fault } from './fault.ts';

const MAIN = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url));

async function start(
  env: Readonly<Record<string, string>>,
): Promise<{ status: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { status: child.exitCode, out, err };
}

export const portTaken: Fault = {
  name: 'port-taken',
  does: 'starts a server on a port that another program has, for members or for figures: it ends with one sentence, before anything is written or printed',
  times: { full: 4, short: 0 },
  needs: {},
  async strike(ground, { times }) {
    const taken = createServer();
    await new Promise<void>((resolve) => {
      taken.listen(0, '127.0.0.1', resolve);
    });
    try {
      for (let number = 0; number < times; number += 1) {
        const variable = number % 2 === 0 ? 'PORT' : 'METRICS_PORT';
        const dataDir = join(ground.folder, `taken-${number}`);
        const { status, out, err } = await start({ DATA_DIR: dataDir, PORT: '0', [variable]: String(portOf(taken)) });
        const sentence = `The server cannot listen on 127.0.0.1, port ${portOf(taken)} (${variable}): another program listens there.\n`;
        if (status !== 1 || out !== '' || err !== sentence)
          ground.doubt(`it ended with ${status}, wrote “${out}” and “${err}”`);
        if (existsSync(dataDir)) ground.doubt('it wrote before it looked');
      }
    } finally {
      taken.close();
    }
    return [`${times} starts, each ended with its sentence and nothing written`];
  },
};
