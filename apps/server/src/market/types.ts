import type { KlineBar, Period } from '@plimsoll/contract';
import type { Amount, Price, Rate } from '@plimsoll/money';
import type { Mark } from '@plimsoll/proof';

/** A coin as the catalogue keeps it. */
export interface Coin {
  readonly id: string;
  /** `BTC` */
  readonly title: string;
  /** Places after the point that this coin keeps, 0 to 8. */
  readonly decimals: number;
}

/** A market as the catalogue keeps it. */
export interface Market {
  readonly id: string;
  /** `btcusdt` */
  readonly symbol: string;
  /** `BTC/USDT` */
  readonly title: string;
  readonly base: Coin;
  readonly quote: Coin;
  /** Least quantity of an order, in base. */
  readonly min: Amount;
  /** Quantities are whole multiples of it, in base. */
  readonly step: Amount;
  readonly priceStep: Price;
  /** A tick further from the last than this fraction is quarantined. */
  readonly maxJump: Rate;
  /** A source's book thinner than this on either side, in quote, makes no mark (RULES 2). */
  readonly markDepth: Amount;
  /** Its own fee, or null for the site's `spot_fee`. */
  readonly spotFee: Rate | null;
  readonly logo: string;
  readonly enabled: boolean;
}

/** What filling an order needs to know of its market, enabled or not. */
export type TradedMarket = Pick<Market, 'id' | 'base' | 'quote' | 'min' | 'step'>;

/** An accepted trade price of a market (RULES 2). */
export interface Tick {
  readonly marketId: string;
  /** Rises by any amount from tick to tick of one market, also across restarts. */
  readonly seq: number;
  /** When the source says it happened; of a replay, the time in the file. */
  readonly sourceTimeMs: number;
  /** When the server got it, by its clock. */
  readonly receiveTimeMs: number;
  readonly price: Price;
  /** In base. */
  readonly size: Amount;
  /** The venue it was traded at, where a feed has several; else the feed's own name stands on the tape. */
  readonly source?: string;
}

/** A mark of a market as its tape numbers it (RULES 2). */
export interface MarketMark extends Mark {
  readonly marketId: string;
  /** Rises within a market. */
  readonly seq: number;
}

export interface Level {
  readonly price: Price;
  /** In base. */
  readonly size: Amount;
}

/** One snapshot of a market's book. Its sizes are consumed once by all members together (RULES 3). */
export interface Book {
  readonly marketId: string;
  /** Names the snapshot: rises from snapshot to snapshot, also across restarts. */
  readonly seq: number;
  /** Sequence of the last accepted tick when the snapshot was taken. */
  readonly tickSeq: number;
  readonly sourceTimeMs: number;
  readonly receiveTimeMs: number;
  /** Best (highest) first, at most 20. */
  readonly bids: readonly Level[];
  /** Best (lowest) first, at most 20. */
  readonly asks: readonly Level[];
}

/** The last 24 hours of a market, from its own candles. */
export interface DayFigures {
  readonly open: Price;
  readonly high: Price;
  readonly low: Price;
  readonly close: Price;
  /** In base. */
  readonly amount: Amount;
  /** In quote. */
  readonly vol: Amount;
  readonly count: number;
}

/** The one door to prices. Everything is answered from memory. */
export interface MarketData {
  /** Enabled markets in the catalogue's order. */
  list(): readonly Market[];
  byId(id: string): Market | undefined;
  bySymbol(symbol: string): Market | undefined;
  coins(): readonly Coin[];
  coin(id: string): Coin | undefined;
  lastTick(marketId: string): Tick | undefined;
  /** The last book that was accepted; undefined when it is older than `fresh_seconds`: nothing may be traded on it. */
  book(marketId: string): Book | undefined;
  /**
   * The last mark that was not held back; undefined when it or the last book is older than `fresh_seconds`: nothing may
   * be staked on it.
   */
  mark(marketId: string): MarketMark | undefined;
  /** The last accepted tick is at most `fresh_seconds` old. */
  isFresh(marketId: string): boolean;
  day(marketId: string): DayFigures | undefined;
  /** Newest first, at most `size`. */
  candles(marketId: string, period: Period, size: number): readonly KlineBar[];
  /** One unit of the coin in USDT by last prices, through one market or two; undefined when there is no way. */
  usdtPrice(coinId: string): Price | undefined;
  /** Called after each accepted tick, and after each new book; returns how to stop. */
  onTick(listener: (tick: Tick) => void): () => void;
  onBook(listener: (book: Book) => void): () => void;
  /** Called after each mark that is not held back. */
  onMark(listener: (mark: MarketMark) => void): () => void;
}
