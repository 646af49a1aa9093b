import { createServer, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestHandler } from './request.ts';

/** How long a client may take, in real time. */
const TIME_LIMITS = { headersTimeout: 20_000, requestTimeout: 30_000, keepAliveTimeout: 72_000 };

const LAST_RESPONSE = Symbol('last response');
type Connection = Socket & { [LAST_RESPONSE]?: ServerResponse };

/** Node's error codes with an answer of their own; others are 400. */
const STATUSES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/**
 * What is not HTTP is answered with an empty 400 or 431, an unfinished request with 408; then the connection is closed.
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
  // Browsers open connections ahead of need. A silent one is closed without an answer, which would be taken for that of
  // the next request.
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesRead === 0) {
    socket.destroy();
    return;
  }
  // The unreadable rest of an answered request: a second answer would belong to none.
  const last = socket[LAST_RESPONSE];
  if (last?.headersSent !== true || last.req.complete) {
    const status = STATUSES[error.code ?? ''] ?? '400 Bad Request';
    socket.write(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  }
  // Not before what was written has left.
  socket.destroySoon();
}
