import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Job, Outcome } from './job.ts';

const GENERATOR = fileURLToPath(new URL('generator.ts', import.meta.url));

/** Loads a server from a separate process; resolves when every request is answered. */
export function drive(url: string, job: Omit<Job, 'host' | 'port'>): Promise<Outcome> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const child = fork(GENERATOR, { serialization: 'advanced' });
    child.once('message', (outcome: Outcome) => resolve(outcome));
    child.once('error', reject);
    child.once('exit', (status) => {
      if (status !== 0) reject(new Error(`the load generator ended with ${status}`));
    });
    child.send({ ...job, host: hostname, port: Number(port) } satisfies Job);
  });
}
