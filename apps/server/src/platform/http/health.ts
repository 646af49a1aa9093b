import type { IncomingMessage, ServerResponse } from 'node:http';
import { translator } from '@plimsoll/i18n/server';
import { CLOSING, opening } from './envelope.ts';
import type { ErrorLog } from './errors.ts';
import { languageOf, type RequestHandler } from './request.ts';
import { sendJson } from './response.ts';

/** Why it cannot serve; undefined when it can. */
export type Readiness = () => string | undefined | Promise<string | undefined>;

/** `/healthz`: the process lives. */
export const healthz: RequestHandler = (request, response) => {
  sendJson(request, response, 200, `${opening(languageOf(request), 'done')}null${CLOSING}`);
};

/** `/readyz/feed`: 200 while prices are fresh, else 503. Separate, since everything but trading goes on without them. */
export const readyzFeed = (isFresh: () => boolean): RequestHandler => {
  return (request, response) =>
    isFresh() ? healthz(request, response) : notReady(request, response, 'feed_not_fresh');
};

/** `/readyz`: 200 when the process can serve, else 503 and why. */
export function readyz(readiness: Readiness, log: ErrorLog): RequestHandler {
  const obstacle = async (): Promise<string | undefined> => {
    try {
      return await readiness();
    } catch (error) {
      log.error({ err: error }, 'readiness check failed');
      return 'unknown';
    }
  };
  return (request, response: ServerResponse) =>
    void obstacle().then((why) => {
      if (why === undefined) return healthz(request, response);
      return notReady(request, response, why);
    });
}

const notReady = (request: IncomingMessage, response: ServerResponse, why: string): void => {
  const msg = translator(languageOf(request))('reasons.not_ready');
  const body = JSON.stringify({ code: 503, msg, data: { why }, reason: 'not_ready' });
  sendJson(request, response, 503, body, ['Retry-After', '1']);
};
