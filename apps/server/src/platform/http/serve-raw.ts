import { HotContent } from './hot.ts';
import { sendJson, sendPrepared, sendRefusal } from './respond.ts';
import type { RawRoute } from './route.ts';
import { searchOf, type Edge, type Serve } from './serve-call.ts';

const ALLOW = ['GET', 'HEAD'];

/** Serves a public path that answers in a form of its own. */
export function serveRaw(route: RawRoute, { log, peers }: Pick<Edge, 'log' | 'peers'>): Serve {
  return (request, response) => {
    if (!ALLOW.includes(request.method ?? '')) {
      sendRefusal(request, response, 'en', { reason: 'method_not_allowed' }, ['Allow', ALLOW.join(', ')]);
      return;
    }
    try {
      const answer = route.answer({
        search: searchOf(request),
        path: pathOf(request.url ?? ''),
        address: peers.addressOf(request),
      });
      if (answer instanceof HotContent) sendPrepared(request, response, answer.prepared('', ''));
      else sendJson(request, response, answer.status, answer.json);
    } catch (error) {
      log.error({ err: error, path: route.path }, 'a path failed');
      sendRefusal(request, response, 'en', { reason: 'internal_error' });
    }
  };
}

/** A URL without its query. */
export function pathOf(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? url : url.slice(0, mark);
}
