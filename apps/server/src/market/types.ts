import type { KlineBar, Period } from '@plimsoll/contract';
import type { Amount, Price, Rate } from '@plimsoll/money';
import type { Mark } from '@plimsoll/proof';

export interface Coin {
  readonly id: string;
  readonly title: string;
  /** Places after the point, 0 to 8. */
  readonly decimals: number;
}

export interface Market {
  readonly id: string;
  readonly symbol: string;
  readonly title: string;
  readonly base: Coin;
  readonly quote: Coin;
  /** Minimum quantity of an order, in base. */
  readonly min: Amount;
  /** Quantities are whole multiples of it, in base. */
  readonly step: Amount;
  readonly priceStep: Price;
  /** A tick further from the last than this fraction goes into quarantine. */
  readonly maxJump: Rate;
  /** A source's book thinner than this on a side, in quote, makes no mark (RULES 2). */
  readonly markDepth: Amount;
  /** Null: the site's `spot_fee`. */
  readonly spotFee: Rate | null;
  readonly logo: string;
  readonly enabled: boolean;
}

/** What filling an order needs of a market, enabled or not. */
export type TradedMarket = Pick<Market, 'id' | 'base' | 'quote' | 'min' | 'step'>;

/** An accepted trade price of a market (RULES 2). */
export interface Tick {
  readonly marketId: string;
  /** Rises by any amount from tick to tick of one market, also across restarts. */
  readonly seq: number;
  /** By the source's clock; of a replay, the time in the file. */
  readonly sourceTimeMs: number;
  readonly receiveTimeMs: number;
  readonly price: Price;
  readonly size: Amount;
  /** The venue, where a feed has several; else the tape shows the feed's name. */
  readonly source?: string;
}

/** A mark with its number on the market's tape (RULES 2). */
export interface MarketMark extends Mark {
  readonly marketId: string;
  readonly seq: number;
}

export interface Level {
  readonly price: Price;
  readonly size: Amount;
}

/** A snapshot of a market's book, consumed once by all members together (RULES 3). */
export interface Book {
  readonly marketId: string;
  /** Rises from snapshot to snapshot, also across restarts. */
  readonly seq: number;
  /** `seq` of the last accepted tick when the snapshot was taken. */
  readonly tickSeq: number;
  readonly sourceTimeMs: number;
  readonly receiveTimeMs: number;
  /** Best (highest) first, at most 20. */
  readonly bids: readonly Level[];
  /** Best (lowest) first, at most 20. */
  readonly asks: readonly Level[];
}

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

/** The source of all prices. Everything is answered from memory. */
export interface MarketData {
  list(): readonly Market[];
  byId(id: string): Market | undefined;
  bySymbol(symbol: string): Market | undefined;
  coins(): readonly Coin[];
  coin(id: string): Coin | undefined;
  lastTick(marketId: string): Tick | undefined;
  /** The last book; undefined once it is older than `fresh_seconds`, when nothing may be traded. */
  book(marketId: string): Book | undefined;
  /** The last usable mark; undefined once it or the book is older than `fresh_seconds`, when nothing may be staked. */
  mark(marketId: string): MarketMark | undefined;
  /** True while the last accepted book is at most `fresh_seconds` old (RULES 2): trades may be rare. */
  isFresh(marketId: string): boolean;
  day(marketId: string): DayFigures | undefined;
  /** Newest first, at most `size`. */
  candles(marketId: string, period: Period, size: number): readonly KlineBar[];
  /**
   * One unit of the coin in USDT by last prices, at most `withinMs` old where given, through one market or two; undefined
   * without a way.
   */
  usdtPrice(coinId: string, withinMs?: number): Price | undefined;
  /** Called after each accepted tick, or each new book; returns the unsubscribe function. */
  onTick(listener: (tick: Tick) => void): () => void;
  onBook(listener: (book: Book) => void): () => void;
  /** Called after each mark that is not held back. */
  onMark(listener: (mark: MarketMark) => void): () => void;
}
