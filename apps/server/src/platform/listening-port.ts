import type { AddressInfo } from 'node:net';

/** The TCP port a server listens on. Throws while it does not listen, or listens on a path. */
export function portOf(server: { address(): AddressInfo | string | null }): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on no TCP port');
  return address.port;
}
