import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestHandler } from './request.ts';

const HEADERS_WITHIN_MS = 20_000;
const REQUEST_WITHIN_MS = 30_000;
const KEEP_ALIVE_MS = 72_000;

/** The answer under way on a connection, or the last one. */
const LAST_RESPONSE = Symbol('last response');
type Connection = Socket & { [LAST_RESPONSE]?: ServerResponse };

/**
 * The `node:http` server around a handler, with its time limits. A request that is no HTTP is answered with an empty
 * 400 or 431, and its connection ended.
 */
export function createListener(handle: RequestHandler): Server {
  const server = createServer(
    { headersTimeout: HEADERS_WITHIN_MS, requestTimeout: REQUEST_WITHIN_MS, keepAliveTimeout: KEEP_ALIVE_MS },
    (request, response) => {
      (request.socket as Connection)[LAST_RESPONSE] = response;
      handle(request, response);
    },
  );
  server.on('clientError', refuseConnection);
  return server;
}

function refuseConnection(error: NodeJS.ErrnoException, socket: Connection): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  // What cannot be read is the rest of a request that was answered before its end: a second answer would stand for a
  // request nobody sent.
  const last = socket[LAST_RESPONSE];
  if (last?.headersSent !== true || last.req.complete) {
    const status = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
    socket.write(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  }
  // Not before what was written has left.
  socket.destroySoon();
}
