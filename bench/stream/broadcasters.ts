import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startChildServer } from '../../apps/server/src/testing/child-server.ts';
import { usageOf } from '../measure/processes.ts';
import { TICKS_A_SECOND, type Broadcast, type Spent } from './job.ts';

const BROADCASTER = fileURLToPath(new URL('broadcaster.ts', import.meta.url));

export interface Broadcaster {
  readonly port: number;
  cpuMs(): Promise<number>;
  stop(): Promise<void>;
}

/** The next message of a child; rejects when it ends instead. */
export async function messageFrom<T>(child: ChildProcess): Promise<T> {
  const ending = new AbortController();
  try {
    const ended = once(child, 'exit', { signal: ending.signal }).then(([status]) => {
      throw new Error(`a process ended with ${String(status)}`);
    });
    const message = new Promise<T>((resolve) => {
      child.once('message', (value: T) => resolve(value));
    });
    return await Promise.race([message, ended]);
  } finally {
    ending.abort();
  }
}

/** The server's stream or a bare loop, in its own process. */
export async function startBroadcaster(kind: Broadcast): Promise<Broadcaster> {
  const child = fork(BROADCASTER, [kind]);
  return {
    port: await messageFrom<number>(child),
    async cpuMs() {
      const spent = messageFrom<Spent>(child);
      child.send('spent');
      return (await spent).cpuMs;
    },
    async stop() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

/** The whole server with its database, every market at that many ticks a second. */
export async function startWholeServer(dataDir: string): Promise<Broadcaster> {
  const server = await startChildServer({
    dataDir,
    env: { FEED: 'simulated', FEED_RATE: String(TICKS_A_SECOND), FEED_SEED: 'bench' },
  });
  return {
    port: Number(new URL(server.url).port),
    cpuMs: async () => usageOf(server.pid).cpuSeconds * 1000,
    stop: () => server.stop(),
  };
}
