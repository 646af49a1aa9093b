import type { IncomingMessage, Server } from 'node:http';
import { rate, type Rate } from '@plimsoll/money';
import type { Bus } from '../platform/bus/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import type { RawRoute, Route } from '../platform/http/index.ts';
import { alwaysHeld, type Lease } from '../platform/lease.ts';
import type { Log } from '../platform/log.ts';
import type { NewsEntry } from '../platform/news/index.ts';
import type { FeedConfig } from './config.ts';
import { Engine } from './engine.ts';
import { openFeed } from './feeds/open-feed.ts';
import { htxRoutes } from './htx-api/routes.ts';
import { LiveData } from './live-data.ts';
import { markAudits } from './marks/audit.ts';
import { MarkWriter } from './marks/mark-writer.ts';
import { AnswerCache } from './answer-cache.ts';
import { RecentTrades } from './recent-trades.ts';
import { marketRoutes } from './routes.ts';
import type { Protocol as SocketProtocol } from './stream/socket-server.ts';
import { attachStream } from './stream/attach.ts';
import { StreamFigures } from './stream/stream-figures.ts';
import { tapeRoutes } from './tape-routes.ts';
import { tapeAudits as tradeTapeAudits } from './tape/audit.ts';
import type { Tape } from './tape/tape.ts';
import { TapeWriter } from './tape/tape-writer.ts';
import type { SecondSource } from './tick-gate.ts';
import type { MarketData } from './types.ts';

export type { Client as SocketClient } from './stream/client.ts';
export { textFrame, type Frame as SocketFrame } from './stream/frame.ts';
export type { Protocol as SocketProtocol } from './stream/socket-server.ts';
export type { FeedConfig } from './config.ts';
export { seedCoins, seedMarkets } from './seed.ts';
export const tapeAudits = [...tradeTapeAudits, ...markAudits];
export { lastTicksAt, readStretch, type MarketMoment } from './tape/store.ts';
export type { StreamFigures } from './stream/stream-figures.ts';
export { exitMarks, readLastMarksOf, readMarks, type MarkPrice, type SettlementMoment } from './marks/store.ts';
export type { Tape } from './tape/tape.ts';
export { isDealable, midOfBook } from './dealing.ts';
export { isFreshAt, isMarkFreshAt } from './fresh.ts';
export type { Book, Coin, DayFigures, Level, Market, MarketData, MarketMark, Tick, TradedMarket } from './types.ts';
export { lastPriceOf, PriceBook, type CoinMoment } from './past-prices.ts';
export { usdtPriceOf } from './usdt-price.ts';

const MARK_BAND = rate('0.005');

interface MarketOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: FeedConfig;
  readonly log: Log;
  readonly freshSeconds: () => number;
  /** The site's `mark_band`: a mark further than this fraction from the previous one needs two sources (RULES 2). */
  readonly markBand?: () => Rate;
  readonly spotFee: () => Rate;
  /** Its holder runs the feed; this process unless given. */
  readonly lease?: Lease;
  readonly bus?: Bus | undefined;
  /** Asked about a tick that jumps further than its market allows; true accepts it (RULES 2). */
  readonly secondSource?: SecondSource;
}

export interface MarketHealth {
  readonly feed: FeedConfig['kind'];
  readonly ageMs: number | undefined;
  readonly fresh: boolean;
  readonly leading: boolean;
  readonly quarantined: Readonly<Record<string, number>>;
  readonly tapeWaiting: number;
}

export interface MarkTape {
  /** Writes every mark and marks the tape complete up to now. Does nothing in a process that does not run the feed. */
  complete(): Promise<void>;
}

export interface MarketRoom {
  readonly data: MarketData;
  readonly tape: Tape;
  readonly marks: MarkTape;
  readonly routes: readonly Route[];
  readonly rawRoutes: readonly RawRoute[];
  /**
   * Serves `/stream`, with members' news, and HTX's sockets on the server's upgrades, limited per network.
   * @returns a function that ends every connection; call it before closing the server.
   */
  attachStream(
    server: Server,
    networkOf: (request: IncomingMessage) => string | undefined,
    news?: NewsEntry,
    more?: ReadonlyMap<string, SocketProtocol>,
  ): () => void;
  /** Reads the catalogue, restores the past and starts the feed. Rejects when the feed cannot be opened. */
  start(): Promise<void>;
  stop(): Promise<void>;
  health(): MarketHealth;
  streams(): StreamFigures;
  quarantinedToday(marketId: string): number;
  /** Reads the catalogue again, after a change by this process; later answers show it. */
  refreshCatalogue(): Promise<void>;
}

/** Opens everything that makes and shows prices: feeds, ticks, books, candles, marks, tapes. */
export function createMarket({
  db,
  clock,
  config,
  log,
  freshSeconds,
  spotFee,
  markBand = () => MARK_BAND,
  lease = alwaysHeld,
  bus,
  secondSource,
}: MarketOptions): MarketRoom {
  const data = new LiveData({ clock, log, freshSeconds, spotFee, ...(secondSource ? { secondSource } : {}) });
  const ready = new AnswerCache(clock);
  const trades = new RecentTrades(data);
  const tape: TapeWriter = new TapeWriter({
    db,
    clock,
    source: config.kind,
    onWritten: (names) => engine.publish({ kind: 'written', names }),
  });
  const marks = new MarkWriter({ db, clock });
  const figures = new StreamFigures();
  const engine: Engine = new Engine({
    db,
    clock,
    log,
    data,
    tape,
    marks,
    markBand,
    lease,
    bus,
    openFeed: (state) => openFeed(config, state, { clock, log }),
  });
  return {
    data,
    tape: {
      kept: (tick) => tape.kept(tick),
      // Another process may still have earlier ticks.
      complete: () => (lease.term() === undefined ? Promise.resolve() : tape.complete()),
    },
    marks: { complete: () => (lease.term() === undefined ? Promise.resolve() : marks.complete()) },
    routes: [...marketRoutes(data, ready, clock), ...tapeRoutes(db, data)],
    rawRoutes: htxRoutes({ data, ready, clock, trades }),
    attachStream: (server, networkOf, news, more) =>
      attachStream(server, { data, trades, clock, figures, networkOf, log, news, more }),
    start: () => engine.start(),
    stop: () => engine.stop(),
    async refreshCatalogue() {
      await engine.reread();
      ready.forgetAll();
    },
    quarantinedToday: (marketId) => data.quarantinedToday(marketId),
    health: () => healthOf({ feed: config.kind, data, engine, tape }),
    streams: () => figures,
  };
}

interface HealthSources {
  readonly feed: FeedConfig['kind'];
  readonly data: LiveData;
  readonly engine: Engine;
  readonly tape: TapeWriter;
}

function healthOf({ feed, data, engine, tape }: HealthSources): MarketHealth {
  return {
    feed,
    ageMs: data.ageMs(),
    fresh: data.list().some(({ id }) => data.isFresh(id)),
    leading: engine.isLeading,
    quarantined: data.quarantined(),
    tapeWaiting: tape.waiting,
  };
}
