import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Clock } from '../../platform/clock.ts';
import type { LiveData } from '../live-data.ts';
import type { RecentTrades } from '../recent-trades.ts';
import { BarProtocol } from './bars.ts';
import { HtxProtocol } from './htx/protocol.ts';
import { SocketFace } from './socket-face.ts';
import { StreamFigures, type Dropped } from './stream-figures.ts';

/** Sockets of all paths together. Not counted by address: behind a proxy everybody has the same. */
const MOST_SOCKETS = 20_000;

interface StreamOptions {
  readonly data: LiveData;
  readonly trades: RecentTrades;
  readonly clock: Clock;
  readonly mostSockets?: number;
  readonly figures?: StreamFigures;
}

/**
 * Serves the WebSocket paths of the market room on a server's upgrades, and refuses all others: 404, or 503 when there are too many sockets. @returns how to end
 * every connection, to be called before the server is closed: it would wait for them.
 */
export function attachStream(server: Server, { data, trades, clock, mostSockets = MOST_SOCKETS, figures = new StreamFigures() }: StreamOptions): () => void {
  const bars = new BarProtocol({ data, clock });
  const htx = new HtxProtocol({ data, trades, clock });
  const dropped = (why: Dropped): void => figures.drop(why);
  const stream = new SocketFace({ clock, protocol: bars, dropped });
  const htxStream = new SocketFace({ clock, protocol: htx, dropped });
  figures.watch({ stream, htx: htxStream });
  const faces = new Map([['/stream', stream], ['/huobiapi/ws', htxStream], ['/huobiapi/feed', htxStream]]);

  const onUpgrade = (request: IncomingMessage, wire: Duplex, head: Buffer): void => {
    // A client that breaks off while it is being answered is nobody's error.
    wire.on('error', () => wire.destroy());
    const face = faces.get((request.url ?? '').split('?')[0] ?? '');
    if (!face) refuse(wire, '404 Not Found');
    else if (stream.size + htxStream.size >= mostSockets) {
      refuse(wire, '503 Service Unavailable');
      dropped('full');
    } else face.accept(request, wire, head);
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
