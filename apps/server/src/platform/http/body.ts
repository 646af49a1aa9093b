import type { IncomingMessage } from 'node:http';

const BODY_LIMIT = 64 * 1024;
const NOTHING = Buffer.alloc(0);

export type BodyFault = 'malformed_body' | 'body_too_large';

/** Reads a request's body and calls `done` once, also when the connection breaks. */
export function readBody(
  request: IncomingMessage,
  done: (body: Buffer | BodyFault) => void,
  limit: number = BODY_LIMIT,
): void {
  const header = request.headers['content-length'];
  const length = Number(header ?? 0);
  if (length > limit) return done('body_too_large');
  if (header === undefined)
    return request.headers['transfer-encoding'] === undefined ? done(NOTHING) : collectBody(request, done, limit);
  if (length === 0) return done(NOTHING);
  // A form mostly arrives in one piece with its headers; read as that, it costs no stream events.
  process.nextTick(() => {
    const whole: unknown = request.readableLength === length ? request.read() : null;
    if (Buffer.isBuffer(whole)) done(whole);
    else collectBody(request, done, limit);
  });
}

function collectBody(request: IncomingMessage, done: (body: Buffer | BodyFault) => void, limit: number): void {
  let chunks: Buffer[] = [];
  let length = 0;
  let ended = false;
  const end = (body: Buffer | BodyFault): void => {
    if (ended) return;
    ended = true;
    chunks = [];
    done(body);
  };
  request.on('data', (chunk: Buffer) => {
    if (ended) return;
    length += chunk.length;
    if (length > limit) end('body_too_large');
    else chunks.push(chunk);
  });
  request.on('end', () => end(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
  request.on('error', () => end('malformed_body'));
}
