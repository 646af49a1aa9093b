import { within, type Peers } from './peers.ts';
import { sendProblem } from './problem.ts';
import type { RequestHandler } from './request.ts';

/** A normalised address: escapes undone, slashes single, lower case. */
const plainly = (url: string): string =>
  url
    .replaceAll(/%([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replaceAll(/\/{2,}/g, '/')
    .toLowerCase();

const isConsole = (url: string): boolean => /^\/operator(?:$|[/?#])/.test(plainly(url));

/** Restricts the console to some networks: for others its paths do not exist. Without `allow` it answers everybody. */
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
