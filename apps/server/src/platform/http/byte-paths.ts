import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { acceptedEncoding } from './encoding.ts';
import { failureReason, type ErrorLog } from './errors.ts';
import { COMPRESS_ABOVE } from './hot.ts';
import type { Peers } from './peers.ts';
import { headerOf, languageOf, pathOf, queryOf, type RequestHandler } from './request.ts';
import { sendRefusal } from './response.ts';
import type { BytesRoute, LinkedBytes } from './route.ts';
import { requestIdOf, withRequestId } from './request-id.ts';

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
  'Referrer-Policy',
  'no-referrer',
];
const OF_THIS_ORIGIN = ['Cross-Origin-Resource-Policy', 'same-origin'];
const OF_ALL_ORIGINS = ['Access-Control-Allow-Origin', '*', 'Cross-Origin-Resource-Policy', 'cross-origin'];

const cachingOf = ({ isForEver = false, maxAgeSeconds }: LinkedBytes): readonly string[] =>
  isForEver ? KEPT : maxAgeSeconds === undefined ? UNKEPT : ['Cache-Control', `public, max-age=${maxAgeSeconds}`];

/** The bytes as they are sent, and what says so. */
function encoded({ bytes, isCompressible = false }: LinkedBytes, accepted: string | undefined) {
  if (!isCompressible || bytes.length <= COMPRESS_ABOVE) return { sent: bytes, headers: [] };
  const encoding = acceptedEncoding(accepted);
  const vary = ['Vary', 'Accept-Encoding'];
  if (encoding === 'identity') return { sent: bytes, headers: vary };
  const sent =
    encoding === 'gzip'
      ? gzipSync(bytes, { level: 6 })
      : brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
  return { sent, headers: ['Content-Encoding', encoding, ...vary] };
}

/** Answers bytes to the holder of the right link. */
export function bytesHandler(
  route: BytesRoute,
  { log, peers }: { readonly log: ErrorLog; readonly peers: Peers },
): RequestHandler {
  const origins = route.isForAllOrigins === true ? OF_ALL_ORIGINS : OF_THIS_ORIGIN;
  const refusing = route.isForAllOrigins === true ? OF_ALL_ORIGINS : [];
  return (request, response) => {
    const lang = languageOf(request);
    if (!ALLOW.includes(request.method ?? '')) {
      sendRefusal(request, response, lang, { reason: 'method_not_allowed' }, ['Allow', ALLOW.join(', ')]);
      return;
    }
    route
      .open({ search: queryOf(request), path: pathOf(request), address: peers.addressOf(request) })
      .then((opened) => {
        if (!opened.ok) return sendRefusal(request, response, lang, opened.refusal, refusing);
        const { sent, headers } = encoded(opened.value, headerOf(request, 'accept-encoding'));
        response.writeHead(
          200,
          withRequestId(response, [
            'Content-Type',
            opened.value.type,
            'Content-Length',
            String(sent.length),
            'Content-Disposition',
            'inline',
            ...cachingOf(opened.value),
            ...headers,
            ...CLOSED,
            ...origins,
          ]),
        );
        response.end(sent);
      })
      .catch((error: unknown) => {
        log.error({ err: error, path: route.path, requestId: requestIdOf(response) }, 'request failed');
        if (response.headersSent) response.destroy();
        else sendRefusal(request, response, lang, { reason: failureReason(error) });
      });
  };
}
