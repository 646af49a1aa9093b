import type { Market } from '../types.ts';

/**
 * What brings prices in: simulated, replay, htx or live. Values are floats as the source says them and may be junk; the
 * intake alone decides what is used, and makes it exact.
 */
export interface RawTick {
  readonly symbol: string;
  readonly sourceTimeMs: number;
  readonly price: number;
  /** In base. */
  readonly size: number;
  /** A name the source gives the tick, kept while it rises; the receive time serves where there is none. */
  readonly seq?: number;
  /** The venue it was traded at, where the feed has several. */
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

/** The best prices of one source's book (RULES 2); floats as the source says them. */
export interface RawQuote {
  readonly symbol: string;
  /** Which source says it: lower case, digits and `-`. */
  readonly source: string;
  readonly sourceTimeMs: number;
  readonly bid: number;
  readonly ask: number;
  /** What rests on the thinner side of the visible book, in quote. */
  readonly depth: number;
  /** The source's number of this book, where it has one. */
  readonly seq?: number;
  /** The source's last trade by then, where it names trades. */
  readonly trade?: string;
}

/** What rests on the thinner side of a book, in quote. */
function thinnerSide({ bids, asks }: Pick<RawBook, 'bids' | 'asks'>): number {
  const worth = (levels: readonly RawLevel[]): number =>
    levels.reduce((total, [price, size]) => total + price * size, 0);
  return Math.min(worth(bids), worth(asks));
}

/** A source's quote from a whole book of it; undefined when a side is empty. */
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

/** A quote that is none: what the source said before counts no more, and it is silent on this market until its next. */
export const silence = (source: string, symbol: string, sourceTimeMs: number): RawQuote => ({
  symbol,
  source,
  sourceTimeMs,
  bid: Number.NaN,
  ask: Number.NaN,
  depth: 0,
});

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
  quote(raw: RawQuote): void;
  /** A source's connection broke: what it said last counts no more. */
  sourceDown(source: string): void;
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
  /**
   * Bars of a tier from `fromMs` to before `toMs`, oldest first; empty when the source has none. Rejects when it cannot
   * be asked.
   */
  history(market: Market, tier: Tier, fromMs: number, toMs: number): Promise<readonly HistoryBar[]>;
  stop(): Promise<void>;
}
