import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { IMAGE_MAX_BYTES } from '@plimsoll/contract/figures';
import type { AtOnce } from './at-once.ts';

/** Room for what surrounds a file, and a few small fields. */
const AROUND_BYTES = 64 * 1024;
const LIMITS = { fileSize: IMAGE_MAX_BYTES, parts: 20, headerPairs: 20, headerSize: 8 * 1024 };

export type FileFault =
  | 'unsupported_media_type'
  | 'malformed_body'
  | 'repeated_parameter'
  | 'body_too_large'
  | 'too_many_requests';

/** Faults of a file request that its headers show. */
export function unfitForFile(headers: IncomingHttpHeaders): FileFault | undefined {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') return 'unsupported_media_type';
  if (!/^multipart\/form-data\s*(?:;|$)/i.test(headers['content-type'] ?? '')) return 'unsupported_media_type';
  return Number(headers['content-length'] ?? 0) > IMAGE_MAX_BYTES + AROUND_BYTES ? 'body_too_large' : undefined;
}

/**
 * The part `file`; undefined when there is none. Other parts are skipped; a repeated name or one with brackets is
 * `repeated_parameter`. It takes a place of the sender's: `too_many_requests` when none is free, or when it had to give
 * way to another sender before it was whole. At most {@link IMAGE_MAX_BYTES} are held in memory.
 */
export async function receiveFile(
  request: IncomingMessage,
  places: AtOnce,
  sender: string,
): Promise<Uint8Array | FileFault | undefined> {
  const givingWay = new AbortController();
  const over = places.begin(sender, () => givingWay.abort());
  return over ? read(request, givingWay.signal).finally(over) : 'too_many_requests';
}

const read = (request: IncomingMessage, givingWay: AbortSignal): Promise<Uint8Array | FileFault | undefined> =>
  new Promise((resolve) => {
    const headers = { ...request.headers, 'content-type': request.headers['content-type'] ?? '' };
    let parser: BusboyInstance;
    try {
      parser = new Busboy({ headers, limits: LIMITS, isPartAFile: () => true });
    } catch {
      request.resume();
      resolve('malformed_body');
      return;
    }
    const names = new Set<string>();
    const chunks: Buffer[] = [];
    let received = 0;
    let isOver = false;
    const end = (outcome?: FileFault): void => {
      if (isOver) return;
      isOver = true;
      request.unpipe(parser);
      // The rest is read, so that the answer reaches the sender.
      request.resume();
      resolve(outcome ?? (names.has('file') ? Buffer.concat(chunks.splice(0)) : undefined));
      chunks.length = 0;
    };
    parser.on('file', (name: string | undefined, part) => {
      part.on('error', () => end('malformed_body'));
      part.on('limit', () => end('body_too_large'));
      if (name === undefined) end('malformed_body');
      else if (names.has(name) || /[[\]]/.test(name)) end('repeated_parameter');
      else names.add(name);
      if (isOver || name !== 'file') part.resume();
      else
        part.on('data', (chunk: Buffer) => {
          if (!isOver) chunks.push(chunk);
        });
    });
    parser.on('partsLimit', () => end('malformed_body'));
    parser.on('error', () => end('malformed_body'));
    parser.on('finish', () => end());
    request.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received > IMAGE_MAX_BYTES + AROUND_BYTES) end('body_too_large');
    });
    givingWay.addEventListener('abort', () => end('too_many_requests'));
    request.on('error', () => end('malformed_body'));
    request.on('close', () => {
      if (!request.readableEnded) end('malformed_body');
    });
    request.pipe(parser);
  });
