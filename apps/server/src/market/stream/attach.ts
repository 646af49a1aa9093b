import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { Stream, type StreamOptions } from './stream.ts';

type Accept = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/**
 * Serves the WebSocket paths of the market room on a server's upgrades, and refuses all others. @returns how to end every connection, to be called
 * before the server is closed: it would wait for them.
 */
export function attachStream(server: Server, options: StreamOptions): () => void {
  const stream = new Stream(options);
  const paths = new Map<string, Accept>([['/stream', (...upgrade) => stream.accept(...upgrade)]]);
  const onUpgrade: Accept = (request, socket, head) => {
    // A client that breaks off while it is being answered is nobody's error.
    socket.on('error', () => socket.destroy());
    const accept = paths.get((request.url ?? '').split('?')[0] ?? '');
    if (accept) accept(request, socket, head);
    else socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () => socket.destroy());
  };
  server.on('upgrade', onUpgrade);
  return () => {
    server.off('upgrade', onUpgrade);
    stream.close();
  };
}
