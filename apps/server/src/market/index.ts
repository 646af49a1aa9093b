import type { IncomingMessage, Server } from 'node:http';
import { rate, type Rate } from '@plimsoll/money';
import type { Bus } from '../platform/bus/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import type { RawRoute, Route } from '../platform/http/index.ts';
import { alwaysHeld, type Lease } from '../platform/lease.ts';
import type { Log } from '../platform/log.ts';
import type { FeedConfig } from './config.ts';
import { Engine } from './engine.ts';
import { openFeed } from './feeds/open-feed.ts';
import { htxRoutes } from './htx-api/routes.ts';
import { LiveData } from './live-data.ts';
import { markAudits } from './marks/audit.ts';
import { MarkWriter } from './marks/mark-writer.ts';
import { ReadyMade } from './ready-made.ts';
import { RecentTrades } from './recent-trades.ts';
import { marketRoutes } from './routes.ts';
import { attachStream } from './stream/attach.ts';
import { StreamFigures } from './stream/stream-figures.ts';
import { tapeRoutes } from './tape-routes.ts';
import { tapeAudits as tradeTapeAudits } from './tape/audit.ts';
import type { Tape } from './tape/tape.ts';
import { TapeWriter } from './tape/tape-writer.ts';
import type { SecondSource } from './tick-gate.ts';
import type { MarketData } from './types.ts';

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
export { usdtPriceOf } from './usdt-price.ts';

/** `mark_band` unless set. */
const MARK_BAND = rate('0.005');

interface MarketOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: FeedConfig;
  readonly log: Log;
  /** The site's `fresh_seconds`, asked each time. */
  readonly freshSeconds: () => number;
  /** The site's `mark_band`: a mark further than this fraction from the one before needs two sources (RULES 2). */
  readonly markBand?: () => Rate;
  /** The site's `spot_fee`, for markets without one of their own. */
  readonly spotFee: () => Rate;
  /** Whoever holds it runs the feed: always this process, when there can be no other. */
  readonly lease?: Lease;
  /** How the processes that share the database hear of prices. */
  readonly bus?: Bus | undefined;
  /** Asked when a tick jumps further than its market allows; true lets it pass (RULES 2). */
  readonly secondSource?: SecondSource;
}

/** How the prices are doing, for `/readyz` and the log. */
export interface MarketHealth {
  readonly feed: FeedConfig['kind'];
  /** Milliseconds since any market's last accepted tick; undefined before the first. */
  readonly ageMs: number | undefined;
  readonly fresh: boolean;
  /** True while this process runs the feed. */
  readonly leading: boolean;
  /** How much the feed said that was not used, by reason. */
  readonly quarantined: Readonly<Record<string, number>>;
  /** Ticks that are not on the tape yet. */
  readonly tapeWaiting: number;
}

/** Where every mark is kept, chained. */
export interface MarkTape {
  /**
   * Puts every mark made so far on the tape, and marks it whole up to now: what comes later is later on it. In the
   * process that runs the feed; elsewhere nothing.
   */
  complete(): Promise<void>;
}

export interface MarketRoom {
  readonly data: MarketData;
  readonly tape: Tape;
  readonly marks: MarkTape;
  readonly routes: readonly Route[];
  readonly rawRoutes: readonly RawRoute[];
  /**
   * Serves `/stream` and HTX's own on the server's upgrades, to so many of a network as `networkOf` tells apart.
   * @returns how to end every connection, to be called before the server closes: it would wait for them.
   */
  attachStream(server: Server, networkOf: (request: IncomingMessage) => string | undefined): () => void;
  /**
   * Reads the catalogue, continues or begins the feed's world, and lets prices in. Rejects with a sentence when the
   * feed cannot be opened.
   */
  start(): Promise<void>;
  /** Ends the feed and keeps what is not kept yet. */
  stop(): Promise<void>;
  health(): MarketHealth;
  /** How the sockets are doing. */
  streams(): StreamFigures;
  /** Ticks and books of a market that were not used since midnight, UTC. */
  quarantinedToday(marketId: string): number;
  /** Reads the catalogue again now, after a change of one's own: all that is asked for afterwards says it. */
  refreshCatalogue(): Promise<void>;
}

/** The one room that says a price: feeds, ticks, books, candles, and what is shown of them. */
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
  const ready = new ReadyMade(clock);
  const trades = new RecentTrades(data);
  const tape: TapeWriter = new TapeWriter({
    db,
    clock,
    source: config.kind,
    onWritten: (names) => engine.tell({ kind: 'written', names }),
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
      // Elsewhere ticks may be on their way that are earlier.
      complete: () => (lease.term() === undefined ? Promise.resolve() : tape.complete()),
    },
    marks: { complete: () => (lease.term() === undefined ? Promise.resolve() : marks.complete()) },
    routes: [...marketRoutes(data, ready), ...tapeRoutes(db, data)],
    rawRoutes: htxRoutes({ data, ready, clock, trades }),
    attachStream: (server, networkOf) => attachStream(server, { data, trades, clock, figures, networkOf, log }),
    start: () => engine.start(),
    stop: () => engine.stop(),
    async refreshCatalogue() {
      await engine.reread();
      ready.forgetAll();
    },
    quarantinedToday: (marketId) => data.quarantinedToday(marketId),
    health() {
      const ageMs = data.ageMs();
      return {
        feed: config.kind,
        ageMs,
        fresh: ageMs !== undefined && Math.abs(ageMs) <= freshSeconds() * 1000,
        leading: engine.isLeading,
        quarantined: data.quarantined(),
        tapeWaiting: tape.waiting,
      };
    },
    streams: () => figures,
  };
}
