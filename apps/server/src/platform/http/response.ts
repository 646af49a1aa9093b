import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Refusal } from '@plimsoll/contract';
import { acceptedEncoding, type Encoding } from './encoding.ts';
import { COMPRESS_ABOVE, type Prepared } from './hot.ts';
import { annotate } from './annotations.ts';
import { withRequestId } from './request-id.ts';
import { refusalBody, statusOf } from './envelope.ts';

/** Seconds to wait when a refusal names none. */
const USUAL_WAIT = '1';

/** Sends a JSON body that is never cached. `more` are names and values of headers in turn. */
export function sendJson(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  body: string,
  more: readonly string[] = [],
): void {
  const length = Buffer.byteLength(body);
  const encoding = length > COMPRESS_ABOVE ? acceptedEncoding(request.headers['accept-encoding']) : 'identity';
  const bytes = encoding === 'identity' ? body : compressQuickly(body, encoding);
  response.writeHead(
    status,
    withRequestId(response, [
      'Content-Type',
      'application/json; charset=utf-8',
      'Content-Length',
      String(typeof bytes === 'string' ? length : bytes.length),
      'Cache-Control',
      'no-store',
      'X-Content-Type-Options',
      'nosniff',
      ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
      ...(length > COMPRESS_ABOVE ? ['Vary', 'Accept-Encoding'] : []),
      ...more,
    ]),
  );
  response.end(bytes);
}

/** Bits of brotli's window; no answer is longer than its maximum. */
const WINDOW = { min: 10, max: 18 };
const MIN_CHUNK = 1024;

/**
 * The lowest effort: ten microseconds for fifty rows. Buffers fit the body: with zlib's 16 KiB an answer, the garbage
 * collector stopped a busy server several times a second.
 */
function compressQuickly(body: string, encoding: Encoding): Buffer {
  const chunkSize = Math.max(MIN_CHUNK, body.length >> 1);
  if (encoding === 'gzip') return gzipSync(body, { level: 1, chunkSize });
  const window = Math.min(WINDOW.max, Math.max(WINDOW.min, Math.ceil(Math.log2(body.length))));
  return brotliCompressSync(body, {
    chunkSize,
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 1,
      [constants.BROTLI_PARAM_LGWIN]: window,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
}

/** Sends a refusal in words, with the status and headers of its reason. */
export function sendRefusal(
  request: IncomingMessage,
  response: ServerResponse,
  lang: string,
  refusal: Refusal,
  more: readonly string[] = [],
): void {
  const status = statusOf(refusal.reason);
  annotate(response, { reason: refusal.reason });
  const isWait = status === 429 || status === 503;
  const withWait =
    status === 429 && !refusal.params?.['seconds']
      ? { ...refusal, params: { ...refusal.params, seconds: USUAL_WAIT } }
      : refusal;
  const wait = isWait ? ['Retry-After', withWait.params?.['seconds'] ?? USUAL_WAIT] : [];
  sendJson(request, response, status, refusalBody(lang, withWait), [...wait, ...more]);
}

/** 304 when the caller has it. */
export function sendPrepared(request: IncomingMessage, response: ServerResponse, prepared: Prepared): void {
  const ready = prepared.in(acceptedEncoding(request.headers['accept-encoding']));
  const known = request.headers['if-none-match'];
  if (known !== undefined && request.method !== 'POST' && prepared.matches(known)) {
    response.writeHead(304, withRequestId(response, ready.unchangedHeaders));
    response.end();
    return;
  }
  response.writeHead(200, withRequestId(response, ready.headers));
  response.end(ready.body);
}
