import { createServer, type IncomingMessage } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { rate } from '@plimsoll/money';
import { WebSocket } from 'ws';
import { LiveData } from '../market/live-data.ts';
import { RecentTrades } from '../market/recent-trades.ts';
import { attachStream } from '../market/stream/attach.ts';
import type { StreamFigures } from '../market/stream/stream-figures.ts';
import type { Market } from '../market/index.ts';
import { ManualClock } from '../platform/clock.ts';
import { portOf } from '../platform/listening-port.ts';
import type { NewsEntry } from '../platform/news/index.ts';

/** A client of the stream that keeps its messages. */
export interface StreamClient {
  readonly socket: WebSocket;
  /** Every message, unpacked and parsed; `ping` unchanged. */
  readonly received: unknown[];
  /** The same as they came. */
  readonly raw: Buffer[];
  /** Sends a text, or an object as JSON. */
  say(message: unknown): void;
}

/** The market's WebSocket paths over live data set by a test, on a manual clock. */
export interface StreamServer {
  readonly clock: ManualClock;
  readonly data: LiveData;
  tick(symbol: string, price: number, size?: number): void;
  /** A book of this moment. */
  book(
    symbol: string,
    bids: readonly (readonly [number, number])[],
    asks: readonly (readonly [number, number])[],
  ): void;
  /** Rejects when the path is refused. */
  connect(path: string): Promise<StreamClient>;
  connections(): Promise<number>;
  /** Ends the stream as the server's end does. */
  end(): void;
  close(): Promise<void>;
}

interface StreamServerOptions {
  readonly startMs: number;
  readonly markets: readonly Market[];
  readonly maxSockets?: number;
  readonly maxSocketsOfOne?: number;
  readonly maxWaiting?: number;
  readonly networkOf?: (request: IncomingMessage) => string | undefined;
  readonly figures?: StreamFigures;
  readonly news?: NewsEntry;
}

/** Begins on a free port; nothing is published yet. */
export async function openStreamServer({ startMs, markets, ...limits }: StreamServerOptions): Promise<StreamServer> {
  const clock = new ManualClock(startMs);
  const data = new LiveData({ clock, log: { error() {} }, freshSeconds: () => 5, spotFee: () => rate('0.001') });
  data.setCatalogue({ coins: [], markets, tabs: [], tabOf: new Map() });
  const server = createServer();
  const end = attachStream(server, { data, trades: new RecentTrades(data), clock, ...limits });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const port = portOf(server);
  const opened: WebSocket[] = [];
  return {
    clock,
    data,
    tick: (symbol, price, size = 2) => {
      data.takeTick({ symbol, sourceTimeMs: clock.nowMs(), price, size });
    },
    book: (symbol, bids, asks) => {
      data.takeBook({ symbol, sourceTimeMs: clock.nowMs(), bids, asks });
    },
    connect: (path) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`);
      opened.push(socket);
      return whenOpen(socket);
    },
    connections: () =>
      new Promise((resolve) => {
        server.getConnections((_, count) => resolve(count));
      }),
    end,
    async close() {
      end();
      for (const socket of opened) socket.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

async function whenOpen(socket: WebSocket): Promise<StreamClient> {
  const received: unknown[] = [];
  const raw: Buffer[] = [];
  socket.on('message', (frame: Buffer, isBinary) => {
    const text = isBinary ? gunzipSync(frame).toString() : `not compressed: ${frame.toString()}`;
    received.push(!isBinary || text === 'ping' ? text : JSON.parse(text));
    raw.push(frame);
  });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve).once('error', reject);
  });
  return {
    socket,
    received,
    raw,
    say: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
  };
}
