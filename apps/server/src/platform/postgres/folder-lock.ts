import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { RefusedStart } from '../refused-start.ts';
import { systemCode } from '../system-error.ts';

/** Another process holds the folder. */
export class FolderInUse extends RefusedStart {}

/**
 * Takes the folder for this process until it releases it or ends. On Linux by an abstract socket, which leaves no file
 * behind; elsewhere PostgreSQL's `postmaster.pid` has to do.
 * @throws FolderInUse when another process has it.
 */
export async function takeFolder(dir: string): Promise<() => void> {
  if (process.platform !== 'linux') return () => {};
  const name = createHash('sha256')
    .update(await realpath(dir))
    .digest('hex')
    .slice(0, 32);
  const server = createServer((socket) => socket.destroy());
  try {
    await listen(server, `\0plimsoll-${name}`);
  } catch (error) {
    if (systemCode(error) !== 'EADDRINUSE') throw error;
    throw new FolderInUse(`${dir} is in use by another server.`);
  }
  server.unref();
  return () => {
    server.close();
  };
}

const listen = (server: Server, path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ path }, resolve);
  });
