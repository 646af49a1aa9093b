import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join, relative } from 'node:path';
import { ConfigError } from './config.ts';
import { makeFolder } from './durable.ts';

/**
 * Holds a folder until this process ends, in whatever way: two witnesses with one memory could each cosign one side of a
 * fork. Held by a socket in it, which the kernel closes.
 * @throws ConfigError while another process holds it
 */
export async function holdFolder(folder: string): Promise<Server> {
  makeFolder(folder);
  // The path of a socket may have about 100 characters.
  const path = relative(process.cwd(), join(folder, 'lock'));
  if (await isAnswered(path)) throw new ConfigError(`WITNESS_DIR: another witness works in ${folder}.`);
  rmSync(path, { force: true });
  const server = createServer((socket) => socket.destroy()).unref();
  server.listen(path);
  await once(server, 'listening');
  return server;
}

async function isAnswered(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
