import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Clock } from '../../platform/clock.ts';
import type { LiveData } from '../live-data.ts';
import type { RecentTrades } from '../recent-trades.ts';
import { BarProtocol } from './bars.ts';
import { HtxProtocol } from './htx/protocol.ts';
import { SocketFace } from './socket-face.ts';

/** Sockets of all paths together. Not counted by address: behind a proxy everybody has the same. */
const MOST_SOCKETS = 20_000;

interface StreamOptions {
  readonly data: LiveData;
  readonly trades: RecentTrades;
  readonly clock: Clock;
  readonly mostSockets?: number;
}

/**
 * Serves the WebSocket paths of the market room on a server's upgrades, and refuses all others: 404, or 503 when there are too many sockets. @returns how to end
 * every connection, to be called before the server is closed: it would wait for them.
 */
export function attachStream(server: Server, { data, trades, clock, mostSockets = MOST_SOCKETS }: StreamOptions): () => void {
  const bars = new BarProtocol({ data, clock });
  const htx = new HtxProtocol({ data, trades, clock });
  const stream = new SocketFace({ clock, protocol: bars });
  const htxStream = new SocketFace({ clock, protocol: htx });
  const faces = new Map([['/stream', stream], ['/huobiapi/ws', htxStream], ['/huobiapi/feed', htxStream]]);

  const onUpgrade = (request: IncomingMessage, wire: Duplex, head: Buffer): void => {
    // A client that breaks off while it is being answered is nobody's error.
    wire.on('error', () => wire.destroy());
    const face = faces.get((request.url ?? '').split('?')[0] ?? '');
    if (!face) refuse(wire, '404 Not Found');
    else if (stream.size + htxStream.size >= mostSockets) refuse(wire, '503 Service Unavailable');
    else face.accept(request, wire, head);
  };
  server.on('upgrade', onUpgrade);
  return () => {
    server.off('upgrade', onUpgrade);
    for (const protocol of [bars, htx]) protocol.stop();
    for (const face of [stream, htxStream]) face.close();
  };
}

function refuse(wire: Duplex, status: string): void {
  wire.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => wire.destroy());
}
