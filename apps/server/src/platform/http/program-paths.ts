import { readBody } from './body.ts';
import type { Claims } from './claims.ts';
import { failureReason, type ErrorLog } from './errors.ts';
import { decodeUtf8 } from './fields.ts';
import type { Peers } from './peers.ts';
import { headerOf, pathOf, queryOf, type RequestHandler } from './request.ts';
import { sendJson, sendRefusal } from './response.ts';
import type { ProgramRoute } from './route.ts';

const ALLOW = ['GET', 'POST'];

/** Serves a path of members' programs. */
export function programHandler(
  route: ProgramRoute,
  { log, peers, claims }: { readonly log: ErrorLog; readonly peers: Peers; readonly claims: Claims },
): RequestHandler {
  return (request, response) => {
    const method = request.method ?? '';
    if (!ALLOW.includes(method)) {
      sendRefusal(request, response, 'en', { reason: 'method_not_allowed' }, ['Allow', ALLOW.join(', ')]);
      return;
    }
    const answer = (body: string | undefined): void => {
      const asked = {
        method,
        path: pathOf(request),
        search: queryOf(request),
        host: headerOf(request, 'host') ?? '',
        address: peers.addressOf(request),
        agent: headerOf(request, 'user-agent'),
        body,
      };
      route
        .answer(asked, claims)
        .then(({ status, json }) => sendJson(request, response, status, json))
        .catch((error: unknown) => {
          log.error({ err: error, path: route.path }, 'request failed');
          sendRefusal(request, response, 'en', { reason: failureReason(error) });
        });
    };
    if (method === 'GET') return answer('');
    // What cannot be read is refused in the program's own form: it takes another for an answer.
    readBody(request, (body) => answer(typeof body === 'string' ? undefined : decodeUtf8(body)));
  };
}
