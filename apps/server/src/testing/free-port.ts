import { createServer } from 'node:net';
import { systemCode } from '../platform/system-error.ts';

/** Below the ports that Linux gives to connections and to `listen(0)`, 32768 and up: others are given none of these. */
const FIRST = 10_000;
const IN_A_RANGE = 500;
/** Of Vitest's workers, one each; the other processes have those behind them. */
const OF_WORKERS = 16;
const OF_OTHERS = 28;

/** The ports of a process, from `first` on. Workers of one run have their own, other processes one by their id. */
export function portsOf({ worker, pid }: { readonly worker: string | undefined; readonly pid: number }): {
  readonly first: number;
  readonly count: number;
} {
  const range = worker === undefined ? OF_WORKERS + (pid % OF_OTHERS) : Number(worker) % OF_WORKERS;
  return { first: FIRST + range * IN_A_RANGE, count: IN_A_RANGE };
}

/** Begins elsewhere in each process: two runs at one time have workers of the same number. */
let turn = process.pid;

/**
 * A free port of the loopback, for what cannot choose one itself.
 * @throws Error when this process has none.
 */
export async function freePort(): Promise<number> {
  const { first, count } = portsOf({ worker: process.env['VITEST_POOL_ID'], pid: process.pid });
  for (let tried = 0; tried < count; tried += 1) {
    turn += 1;
    const port = first + (turn % count);
    if (await isFree(port)) return port;
  }
  throw new Error(`none of the ${count} ports from ${first} on is free`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, '127.0.0.1', resolve);
    });
  } catch (error) {
    if (systemCode(error) === 'EADDRINUSE') return false;
    throw error;
  }
  await new Promise((resolve) => server.close(resolve));
  return true;
}
