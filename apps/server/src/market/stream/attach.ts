import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { NewsEntry } from '../../platform/news/index.ts';
import { TokenBucket } from '../../platform/throttle.ts';
import type { LiveData } from '../live-data.ts';
import type { RecentTrades } from '../recent-trades.ts';
import { BarProtocol } from './bars.ts';
import { HtxProtocol } from './htx/protocol.ts';
import { SocketServer, type Protocol } from './socket-server.ts';
import { StreamFigures, type Dropped } from './stream-figures.ts';
import { MAX_WAITING_OF_ALL, Waiting } from './waiting.ts';

/** Maximum sockets on all paths. */
const MAX_SOCKETS = 20_000;
/** Maximum sockets from one network: a household, an office, or many behind a carrier's address. */
const MAX_SOCKETS_OF_ONE = 256;
/** Maximum messages a second from one network, and burst: about forty from each of its sockets at once. */
const MAX_MESSAGES_OF_ONE = 10_000;

interface StreamOptions {
  readonly data: LiveData;
  readonly trades: RecentTrades;
  readonly clock: Clock;
  readonly maxSockets?: number;
  readonly networkOf?: (request: IncomingMessage) => string | undefined;
  readonly maxSocketsOfOne?: number;
  /** Bytes that may wait in all sockets together. */
  readonly maxWaiting?: number;
  readonly figures?: StreamFigures;
  readonly log?: Pick<Log, 'error'> | undefined;
  readonly news?: NewsEntry | undefined;
  /** Further protocols by their paths. */
  readonly more?: ReadonlyMap<string, Protocol> | undefined;
}

/**
 * Serves the market's WebSocket paths on a server's upgrades; others get 404, sockets beyond the limit 503, beyond one
 * network's 429.
 * @returns a function that ends every connection; call it before closing the server, which would wait for them.
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
    maxWaiting = MAX_WAITING_OF_ALL,
    figures = new StreamFigures(),
    log,
    news,
    more = new Map(),
  }: StreamOptions,
): () => void {
  const bars = new BarProtocol({ data, clock, news });
  const htx = new HtxProtocol({ data, trades, clock });
  const dropped = (why: Dropped): void => figures.drop(why);
  const messagesOfOne = new TokenBucket(clock, MAX_MESSAGES_OF_ONE);
  const shared = { clock, dropped, log, waiting: new Waiting(maxWaiting), messagesOfOne };
  const stream = new SocketServer({ ...shared, protocol: bars });
  const htxStream = new SocketServer({ ...shared, protocol: htx });
  figures.watch({ stream, htx: htxStream });
  const servers = serversByPath(stream, htxStream);
  const others = [...new Set(more.values())].map((protocol) => ({
    protocol,
    server: new SocketServer({ ...shared, protocol }),
  }));
  for (const [path, protocol] of more) {
    const found = others.find((each) => each.protocol === protocol);
    if (found) servers.set(path, found.server);
  }
  const sizeOfAll = (): number =>
    stream.size + htxStream.size + others.reduce((sum, { server: each }) => sum + each.size, 0);

  const ofOne = new Counted(maxSocketsOfOne);

  const onUpgrade = (request: IncomingMessage, wire: Duplex, head: Buffer): void => {
    const network = networkOf(request);
    // A client that disconnects meanwhile is no error.
    wire.on('error', () => wire.destroy());
    const target = servers.get((request.url ?? '').split('?')[0] ?? '');
    if (!target) refuse(wire, '404 Not Found');
    else if (sizeOfAll() >= maxSockets) {
      refuse(wire, '503 Service Unavailable');
      dropped('full');
    } else if (!ofOne.take(network, wire)) {
      refuse(wire, '429 Too Many Requests');
      dropped('full');
    } else target.accept(request, wire, head, network);
  };
  server.on('upgrade', onUpgrade);
  return () => {
    server.off('upgrade', onUpgrade);
    for (const protocol of [bars, htx]) protocol.stop();
    for (const target of [stream, htxStream, ...others.map(({ server: each }) => each)]) target.close();
  };
}

const serversByPath = (stream: SocketServer, htx: SocketServer): Map<string, SocketServer> =>
  new Map([
    ['/stream', stream],
    ['/huobiapi/ws', htx],
    ['/huobiapi/feed', htx],
    // HTX's own paths, for a host of its own.
    ['/ws', htx],
    ['/feed', htx],
  ]);

class Counted {
  readonly #max: number;
  readonly #open = new Map<string, number>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Counts `wire` until it closes; false at the key's maximum. */
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
