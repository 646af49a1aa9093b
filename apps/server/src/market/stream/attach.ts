import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { LiveData } from '../live-data.ts';
import type { RecentTrades } from '../recent-trades.ts';
import { BarProtocol } from './bars.ts';
import { HtxProtocol } from './htx/protocol.ts';
import { SocketFace } from './socket-face.ts';
import { StreamFigures, type Dropped } from './stream-figures.ts';

/** Sockets of all paths together. */
const MAX_SOCKETS = 20_000;
/** Of them from one network: a household, an office, and many behind the one address of their carrier. */
const MAX_SOCKETS_OF_ONE = 256;

interface StreamOptions {
  readonly data: LiveData;
  readonly trades: RecentTrades;
  readonly clock: Clock;
  readonly maxSockets?: number;
  /** Whose sockets are counted together; undefined of whom does not count. Without it nobody is told from another. */
  readonly networkOf?: (request: IncomingMessage) => string | undefined;
  readonly maxSocketsOfOne?: number;
  readonly figures?: StreamFigures;
  readonly log?: Pick<Log, 'error'> | undefined;
}

/**
 * Serves the WebSocket paths of the market room on a server's upgrades, and refuses all others: 404, 503 when there are
 * too many sockets, or 429 when there are too many from one network. @returns how to end every connection, to be called
 * before the server is closed: it would wait for them.
 */
export function attachStream(
  server: Server,
  {
    data,
    trades,
    clock,
    maxSockets = MAX_SOCKETS,
    networkOf = () => undefined,
    maxSocketsOfOne = MAX_SOCKETS_OF_ONE,
    figures = new StreamFigures(),
    log,
  }: StreamOptions,
): () => void {
  const bars = new BarProtocol({ data, clock });
  const htx = new HtxProtocol({ data, trades, clock });
  const dropped = (why: Dropped): void => figures.drop(why);
  const stream = new SocketFace({ clock, protocol: bars, dropped, log });
  const htxStream = new SocketFace({ clock, protocol: htx, dropped, log });
  figures.watch({ stream, htx: htxStream });
  const faces = new Map([
    ['/stream', stream],
    ['/huobiapi/ws', htxStream],
    ['/huobiapi/feed', htxStream],
  ]);

  const ofOne = new Counted(maxSocketsOfOne);

  const onUpgrade = (request: IncomingMessage, wire: Duplex, head: Buffer): void => {
    // A client that breaks off while it is being answered is nobody's error.
    wire.on('error', () => wire.destroy());
    const face = faces.get((request.url ?? '').split('?')[0] ?? '');
    if (!face) refuse(wire, '404 Not Found');
    else if (stream.size + htxStream.size >= maxSockets) {
      refuse(wire, '503 Service Unavailable');
      dropped('full');
    } else if (!ofOne.take(networkOf(request), wire)) {
      refuse(wire, '429 Too Many Requests');
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

/** Counts what is open, by whose it is. */
class Counted {
  readonly #max: number;
  readonly #open = new Map<string, number>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Counts `wire` until it closes; false when there are as many of `whose` as there may be. */
  take(whose: string | undefined, wire: Duplex): boolean {
    if (whose === undefined) return true;
    const open = this.#open.get(whose) ?? 0;
    if (open >= this.#max) return false;
    this.#open.set(whose, open + 1);
    wire.once('close', () => {
      const left = (this.#open.get(whose) ?? 1) - 1;
      if (left > 0) this.#open.set(whose, left);
      else this.#open.delete(whose);
    });
    return true;
  }
}

function refuse(wire: Duplex, status: string): void {
  wire.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => wire.destroy());
}
