import type { Market } from '../types.ts';

/** A trade from a feed, as floats that may be junk; checks on acceptance make it exact. */
export interface RawTick {
  readonly symbol: string;
  readonly sourceTimeMs: number;
  readonly price: number;
  /** In base. */
  readonly size: number;
  /** The source's number, used while it rises; else the receive time serves. */
  readonly seq?: number;
  /** The venue, where the feed has several. */
  readonly source?: string;
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

/** The best prices of one source's book (RULES 2), as floats of the source. */
export interface RawQuote {
  readonly symbol: string;
  readonly source: string;
  readonly sourceTimeMs: number;
  readonly bid: number;
  readonly ask: number;
  /** Worth of the visible book's thinner side, in quote. */
  readonly depth: number;
  readonly seq?: number;
  readonly trade?: string;
}

/** Worth of a book's thinner side, in quote. */
function thinnerSide({ bids, asks }: Pick<RawBook, 'bids' | 'asks'>): number {
  const worth = (levels: readonly RawLevel[]): number =>
    levels.reduce((total, [price, size]) => total + price * size, 0);
  return Math.min(worth(bids), worth(asks));
}

/** A source's quote from its whole book; undefined when a side is empty. */
export function quoteOf(
  source: string,
  { symbol, sourceTimeMs, bids, asks, seq }: RawBook,
  trade?: string,
): RawQuote | undefined {
  const [bid] = bids;
  const [ask] = asks;
  if (!bid || !ask) return undefined;
  return {
    symbol,
    source,
    sourceTimeMs,
    bid: bid[0],
    ask: ask[0],
    depth: thinnerSide({ bids, asks }),
    ...(seq === undefined ? {} : { seq }),
    ...(trade === undefined ? {} : { trade }),
  };
}

/** An unusable quote: makes the source silent on this market until its next. */
export const silence = (source: string, symbol: string, sourceTimeMs: number): RawQuote => ({
  symbol,
  source,
  sourceTimeMs,
  bid: Number.NaN,
  ask: Number.NaN,
  depth: 0,
});

/** Bar lengths of history; each fits into the next, and days into weeks and months. */
export const TIERS = ['1min', '5min', '60min', '1day'] as const;
export type Tier = (typeof TIERS)[number];

/** Trading in a stretch of time, on the candles' time line. */
export interface HistoryBar {
  /** First moment covered; not before the requested one, so the first and last bar may be partial. */
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
  quote(raw: RawQuote): void;
  /** A source's connection broke: its last quote no longer counts. */
  sourceDown(source: string): void;
  /** Ticks after `sinceMs` were missed and can be read as history. */
  gap(sinceMs: number): void;
}

export interface FeedIdentity {
  /** Changes when earlier candles do not continue: another source, seed or file. */
  readonly world: string;
  /** Changes when source times and prices start over within the same world. */
  readonly run: string;
  /** The time that places a tick in a candle: a replay's source time is years ago. */
  readonly candleTime: 'source' | 'receive';
  /** History bars are whole periods (an exchange's REST), not only the requested part. */
  readonly wholeBars: boolean;
}

export interface Feed {
  readonly identity: FeedIdentity;
  /** Starts calling the sink with what happens after `knownMs`; called once. */
  start(markets: readonly Market[], sink: FeedSink, knownMs: number): void;
  setMarkets(markets: readonly Market[]): void;
  /**
   * Bars of a tier from `fromMs` to before `toMs`, oldest first; empty when the source has none. Rejects when it does
   * not answer.
   */
  history(market: Market, tier: Tier, fromMs: number, toMs: number): Promise<readonly HistoryBar[]>;
  stop(): Promise<void>;
}
