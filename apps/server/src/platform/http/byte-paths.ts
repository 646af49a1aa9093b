import { failureReason, type ErrorLog } from './errors.ts';
import type { Peers } from './peers.ts';
import { languageOf, pathOf, queryOf, type RequestHandler } from './request.ts';
import { sendRefusal } from './response.ts';
import type { BytesRoute } from './route.ts';

const ALLOW = ['GET', 'HEAD'];
/** Not to be cached, or for a year by anybody. */
const UNKEPT = ['Cache-Control', 'private, no-store'];
const KEPT = ['Cache-Control', 'public, max-age=31536000, immutable'];
/** Opened as a page the bytes run nothing, load nothing and cannot be framed. */
const CLOSED = [
  'Content-Security-Policy',
  "default-src 'none'; frame-ancestors 'none'; sandbox",
  'X-Content-Type-Options',
  'nosniff',
  'Cross-Origin-Resource-Policy',
  'same-origin',
  'Referrer-Policy',
  'no-referrer',
];

/** Answers bytes to the holder of the right link. */
export function bytesHandler(
  route: BytesRoute,
  { log, peers }: { readonly log: ErrorLog; readonly peers: Peers },
): RequestHandler {
  return (request, response) => {
    const lang = languageOf(request);
    if (!ALLOW.includes(request.method ?? '')) {
      sendRefusal(request, response, lang, { reason: 'method_not_allowed' }, ['Allow', ALLOW.join(', ')]);
      return;
    }
    route
      .open({ search: queryOf(request), path: pathOf(request), address: peers.addressOf(request) })
      .then((opened) => {
        if (!opened.ok) return sendRefusal(request, response, lang, opened.refusal);
        const { type, bytes, isForEver } = opened.value;
        response.writeHead(200, [
          'Content-Type',
          type,
          'Content-Length',
          String(bytes.length),
          'Content-Disposition',
          'inline',
          ...(isForEver ? KEPT : UNKEPT),
          ...CLOSED,
        ]);
        response.end(bytes);
      })
      .catch((error: unknown) => {
        log.error({ err: error, path: route.path }, 'a path failed');
        if (response.headersSent) response.destroy();
        else sendRefusal(request, response, lang, { reason: failureReason(error) });
      });
  };
}
