import type { Market } from '../types.ts';

/**
 * What brings prices in: simulated, replay or htx. Values are floats as the source says them and may be junk; the intake
 * alone decides what is used, and makes it exact.
 */
export interface RawTick {
  readonly symbol: string;
  readonly sourceTimeMs: number;
  readonly price: number;
  /** In base. */
  readonly size: number;
  /** A name the source gives the tick, kept while it rises; the receive time serves where there is none. */
  readonly seq?: number;
}

/** Price and size in base. */
export type RawLevel = readonly [price: number, size: number];

export interface RawBook {
  readonly symbol: string;
  readonly sourceTimeMs: number;
  /** Best first. */
  readonly bids: readonly RawLevel[];
  readonly asks: readonly RawLevel[];
  readonly seq?: number;
}

/** Spans that history is asked for in; each nests in the next, and days in weeks and months. */
export const TIERS = ['1min', '5min', '60min', '1day'] as const;
export type Tier = (typeof TIERS)[number];

/** What happened in one stretch of time, on the same time line as the candles. */
export interface HistoryBar {
  /** First moment it covers; not earlier than asked, so the first and last may be part of a period. */
  readonly startMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** In base. */
  readonly amount: number;
  /** In quote. */
  readonly vol: number;
  readonly count: number;
}

export interface FeedSink {
  tick(raw: RawTick): void;
  book(raw: RawBook): void;
  /** Ticks after `sinceMs` were missed and can be asked for as history. */
  gap(sinceMs: number): void;
}

/** How a feed is to be understood by what keeps its prices. */
export interface FeedIdentity {
  /** Changes when earlier candles are no part of what comes: another source, seed or file. */
  readonly world: string;
  /** Changes when source times and prices begin anew within the same world. */
  readonly run: string;
  /** Which time of a tick places it in a candle: a replay's source time is years ago. */
  readonly candleTime: 'source' | 'receive';
  /** History bars are whole periods (of an exchange's REST), not just the part that was asked for. */
  readonly wholeBars: boolean;
}

export interface Feed {
  readonly identity: FeedIdentity;
  /** Begins to call the sink with what happens after `knownMs`; may be called once. */
  start(markets: readonly Market[], sink: FeedSink, knownMs: number): void;
  /** The catalogue changed. */
  setMarkets(markets: readonly Market[]): void;
  /** Bars of a tier from `fromMs` to before `toMs`, oldest first; empty when the source has none. Rejects when it cannot be asked. */
  history(market: Market, tier: Tier, fromMs: number, toMs: number): Promise<readonly HistoryBar[]>;
  stop(): Promise<void>;
}
