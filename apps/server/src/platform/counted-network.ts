import type { IncomingMessage } from 'node:http';
import { peersBehind } from './http/peers.ts';
import { networkOf } from './concurrency-limiter.ts';
import { countsAddress } from './login-throttle.ts';

/**
 * Whose sockets are counted together, as tries at passwords are; undefined of whom does not count. A proxy that is
 * trusted says who asks.
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
