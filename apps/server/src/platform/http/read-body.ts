import type { IncomingMessage } from 'node:http';

/** Most bytes a member call's body may have; every field of every call fits many times over. */
const BODY_LIMIT = 64 * 1024;

export type BodyFault = 'malformed_body' | 'body_too_large';

/** Collects a request's body and hands it to `done`, once; also when the connection breaks before its end. */
export function readBody(request: IncomingMessage, done: (body: Buffer | BodyFault) => void): void {
  if (Number(request.headers['content-length'] ?? 0) > BODY_LIMIT) {
    done('body_too_large');
    return;
  }
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
    if (length > BODY_LIMIT) end('body_too_large');
    else chunks.push(chunk);
  });
  request.on('end', () => end(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
  request.on('error', () => end('malformed_body'));
}
