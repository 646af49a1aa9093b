import { createServer, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestHandler } from './request.ts';

/** How long a client may take, in milliseconds of real time. */
const TIME_LIMITS = { headersTimeout: 20_000, requestTimeout: 30_000, keepAliveTimeout: 72_000 };

/** The answer under way on a connection, or the last one. */
const LAST_RESPONSE = Symbol('last response');
type Connection = Socket & { [LAST_RESPONSE]?: ServerResponse };

/** Node's codes of a request that cannot be answered by its handler; every other is 400. */
const STATUSES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/**
 * The `node:http` server around a handler, with its time limits. A request that is no HTTP is answered with an empty
 * 400 or 431, one that does not end with 408, and its connection ended.
 */
export function createListener(
  handle: RequestHandler,
  limits: Pick<ServerOptions, keyof typeof TIME_LIMITS | 'connectionsCheckingInterval'> = TIME_LIMITS,
): Server {
  const server = createServer(limits, (request, response) => {
    (request.socket as Connection)[LAST_RESPONSE] = response;
    handle(request, response);
  });
  server.on('clientError', refuseConnection);
  return server;
}

function refuseConnection(error: NodeJS.ErrnoException, socket: Connection): void {
  // A browser opens connections ahead of need. One that said nothing ends without a word: an answer would be taken for
  // that of the request which is on its way at this moment, where a closed connection makes the browser ask again.
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesRead === 0) {
    socket.destroy();
    return;
  }
  // What cannot be read is the rest of a request that was answered before its end: a second answer would stand for a
  // request nobody sent.
  const last = socket[LAST_RESPONSE];
  if (last?.headersSent !== true || last.req.complete) {
    const status = STATUSES[error.code ?? ''] ?? '400 Bad Request';
    socket.write(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  }
  // Not before what was written has left.
  socket.destroySoon();
}
