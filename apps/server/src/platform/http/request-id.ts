import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Peers } from './peers.ts';

const HEADER = 'X-Request-Id';
/** As proxies make them: hexadecimal, UUIDs, base64url. Nothing that could break a line or a query. */
const WELL_FORMED = /^[A-Za-z0-9._-]{8,64}$/;

const ID = Symbol('request id');
type Named = ServerResponse & { [ID]?: string };

/** Differs from process to process, and so from start to start. */
const OURS = randomBytes(9).toString('base64url');
let made = 0;

/**
 * Names a request: as a trusted proxy names it in `X-Request-Id`, or by a name of our own. Whoever may reach us without
 * a proxy cannot choose it.
 */
export function nameRequest(
  request: IncomingMessage,
  response: ServerResponse,
  peers: Pick<Peers, 'isFromProxy'>,
): void {
  const given = request.headers['x-request-id'];
  (response as Named)[ID] =
    typeof given === 'string' && WELL_FORMED.test(given) && peers.isFromProxy(request)
      ? given
      : `${OURS}-${(made += 1).toString(36)}`;
}

/** The name of the request that is answered; undefined in tests without a server. */
export const requestIdOf = (response: ServerResponse): string | undefined => (response as Named)[ID];

/**
 * Headers with the request's name. Not by `setHeader`, which makes `writeHead` of a hot answer take the slow way.
 * @param headers names and values in turn
 */
export function withRequestId(response: ServerResponse, headers: readonly string[]): string[] {
  const id = requestIdOf(response);
  return id === undefined ? [...headers] : [...headers, HEADER, id];
}
