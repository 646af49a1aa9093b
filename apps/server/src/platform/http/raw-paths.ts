import type { ErrorLog } from './errors.ts';
import { HotContent } from './hot.ts';
import { sendJson, sendPrepared, sendRefusal } from './response.ts';
import type { RawRoute } from './route.ts';
import type { Peers } from './peers.ts';
import { pathOf, queryOf, type RequestHandler } from './request.ts';
import { requestIdOf } from './request-id.ts';

const ALLOW = ['GET', 'HEAD'];

/** Serves a public path with an answer of its own form. */
export function rawHandler(
  route: RawRoute,
  { log, peers }: { readonly log: ErrorLog; readonly peers: Peers },
): RequestHandler {
  return (request, response) => {
    if (!ALLOW.includes(request.method ?? '')) {
      sendRefusal(request, response, 'en', { reason: 'method_not_allowed' }, ['Allow', ALLOW.join(', ')]);
      return;
    }
    try {
      const answer = route.answer({
        search: queryOf(request),
        path: pathOf(request),
        address: peers.addressOf(request),
      });
      if (answer instanceof HotContent) sendPrepared(request, response, answer.prepared('', ''));
      else sendJson(request, response, answer.status, answer.json);
    } catch (error) {
      log.error({ err: error, path: route.path, requestId: requestIdOf(response) }, 'request failed');
      sendRefusal(request, response, 'en', { reason: 'internal_error' });
    }
  };
}
