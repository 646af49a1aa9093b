import type { IncomingMessage } from 'node:http';
import { peersBehind } from './http/peers.ts';
import { networkOf } from './concurrency-limiter.ts';
import { countsAddress } from './login-throttle.ts';

/**
 * The network whose sockets are counted together; undefined where none are counted. A trusted proxy names the client.
 */
export function countedNetwork({
  trustProxy,
  mode,
}: {
  readonly trustProxy?: readonly string[];
  readonly mode: 'demo' | 'live';
}): (request: IncomingMessage) => string | undefined {
  const peers = peersBehind(trustProxy);
  return (request) => {
    const address = peers.addressOf(request);
    return countsAddress(mode, address) ? networkOf(address) : undefined;
  };
}
