import { within, type Peers } from './peers.ts';
import { sendProblem } from './problem.ts';
import type { RequestHandler } from './request.ts';

/** An address however its letters are written: escapes undone, slashes single, small letters. */
const plainly = (url: string): string =>
  url
    .replaceAll(/%([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replaceAll(/\/{2,}/g, '/')
    .toLowerCase();

const isConsole = (url: string): boolean => /^\/operator(?:$|[/?#])/.test(plainly(url));

/**
 * Keeps the console to some addresses and networks: for all others nothing is there. Without `allow` it answers
 * everybody.
 */
export function consoleAccess(
  peers: Peers,
  allow: readonly string[] | undefined,
): (handler: RequestHandler) => RequestHandler {
  if (!allow) return (handler) => handler;
  const isAllowed = within(allow);
  return (handler) => (request, response) =>
    isConsole(request.url ?? '') && !isAllowed(peers.addressOf(request))
      ? sendProblem(response, { reason: 'unknown_path' }, { lang: 'en' })
      : handler(request, response);
}
