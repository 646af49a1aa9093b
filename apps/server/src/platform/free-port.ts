import { createServer } from 'node:net';
import { RefusedStart } from './refused-start.ts';
import { systemCode } from './system-error.ts';

const WHY: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there',
  EADDRNOTAVAIL: 'this machine has no such address',
  EACCES: 'this user may not listen there',
  ENOTFOUND: 'nobody knows this name',
};

interface Place {
  /** The variable that names the port. */
  readonly variable: string;
  readonly host: string;
  readonly port: number;
}

/** The error of a port that cannot be listened on, as a sentence that names the variable. */
export function portRefused({ variable, host, port }: Place, error: unknown): unknown {
  const why = WHY[systemCode(error) ?? ''];
  return why === undefined
    ? error
    : new RefusedStart(`The server cannot listen on ${host}, port ${port} (${variable}): ${why}.`);
}

/**
 * Makes sure that a port can be listened on, before anything is written and a password printed once.
 * @throws RefusedStart when it cannot.
 */
export async function requireFreePort(place: Place): Promise<void> {
  const { host, port } = place;
  if (port === 0) return;
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, host, resolve);
    });
  } catch (error) {
    throw portRefused(place, error);
  }
  await new Promise((resolve) => server.close(resolve));
}
