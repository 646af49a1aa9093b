import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Refusal } from '@plimsoll/contract';
import { acceptedEncoding, type Encoding } from './encoding.ts';
import { COMPRESS_ABOVE, type Prepared } from './hot.ts';
import { note } from './told.ts';
import { refusalBody, statusOf } from './words.ts';

/** Seconds to wait when a refusal does not say. */
const USUAL_WAIT = '1';

/** Sends a JSON body made for this request alone. Nobody may keep it. */
export function sendJson(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  body: string,
  more: readonly string[] = [],
): void {
  const encoding = body.length > COMPRESS_ABOVE ? acceptedEncoding(request.headers['accept-encoding']) : 'identity';
  const bytes = encoding === 'identity' ? body : compressQuickly(body, encoding);
  response.writeHead(status, [
    'Content-Type',
    'application/json; charset=utf-8',
    'Content-Length',
    String(typeof bytes === 'string' ? Buffer.byteLength(bytes) : bytes.length),
    'Cache-Control',
    'no-store',
    'X-Content-Type-Options',
    'nosniff',
    ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
    ...(body.length > COMPRESS_ABOVE ? ['Vary', 'Accept-Encoding'] : []),
    ...more,
  ]);
  response.end(bytes);
}

/**
 * Bits of the window that brotli looks back through: from its least to what nothing made for one request is longer
 * than.
 */
const WINDOW = { least: 10, most: 18 };
const MIN_CHUNK = 1024;

/**
 * Least effort: a list of fifty rows in some ten microseconds. What is asked for often is kept ready instead. The room
 * it works in is measured to the body: with zlib's usual 16 KiB for each answer the collector of garbage stopped a busy
 * server several times a second.
 */
function compressQuickly(body: string, encoding: Encoding): Buffer {
  const chunkSize = Math.max(MIN_CHUNK, body.length >> 1);
  if (encoding === 'gzip') return gzipSync(body, { level: 1, chunkSize });
  const window = Math.min(WINDOW.most, Math.max(WINDOW.least, Math.ceil(Math.log2(body.length))));
  return brotliCompressSync(body, {
    chunkSize,
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 1,
      [constants.BROTLI_PARAM_LGWIN]: window,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
}

/** Sends a refusal in words, with the status and headers its reason asks for. */
export function sendRefusal(
  request: IncomingMessage,
  response: ServerResponse,
  lang: string,
  refusal: Refusal,
  more: readonly string[] = [],
): void {
  const status = statusOf(refusal.reason);
  note(response, { reason: refusal.reason });
  const isWait = status === 429 || status === 503;
  const told =
    status === 429 && !refusal.params?.['seconds']
      ? { ...refusal, params: { ...refusal.params, seconds: USUAL_WAIT } }
      : refusal;
  const wait = isWait ? ['Retry-After', told.params?.['seconds'] ?? USUAL_WAIT] : [];
  sendJson(request, response, status, refusalBody(lang, told), [...wait, ...more]);
}

/** Sends ready-made content; 304 when the caller has it. */
export function sendPrepared(request: IncomingMessage, response: ServerResponse, prepared: Prepared): void {
  const ready = prepared.in(acceptedEncoding(request.headers['accept-encoding']));
  const known = request.headers['if-none-match'];
  if (known !== undefined && request.method !== 'POST' && prepared.matches(known)) {
    response.writeHead(304, ready.unchangedHeaders);
    response.end();
    return;
  }
  response.writeHead(200, ready.headers);
  response.end(ready.body);
}
