import {
  leaned,
  parseAmount,
  parsePrice,
  PLACES,
  price,
  rate,
  unitOf,
  ZERO,
  type Amount,
  type Price,
  type Rate,
} from '@plimsoll/money';
import type { Level, SpotMarket } from '@plimsoll/rules';
import type { MarketItem } from '@plimsoll/contract';

export type { Level } from '@plimsoll/rules';

export interface Book {
  readonly asks: readonly Level[];
  readonly bids: readonly Level[];
}

export interface Available {
  readonly base: Amount;
  readonly quote: Amount;
  /** How far the book's prices lean away from buyers and sellers: zero unless the platform's position is large. */
  readonly lean: { readonly buy: Rate; readonly sell: Rate };
}

/** What an order is checked against, besides the entries. */
export interface Terms {
  readonly marketId: string;
  readonly base: string;
  readonly quote: string;
  /** The coins' places, the minimum quantity and its steps. */
  readonly market: SpotMarket;
  readonly min: Amount;
  readonly step: Amount;
  readonly priceStep: Price;
  readonly nudge: Price;
  readonly fee: Rate;
  readonly last: Price;
  /** The book as its prices lean. */
  readonly book: Book;
  readonly available: Available | undefined;
}

/** The price moves by 0.01 (PRODUCT 9). */
const NUDGE = price('0.01');
const ONE = price('1');
/** Where the wire has none that can be read. */
const NO_PRICE = price('0');
const FINEST = unitOf(PLACES);

/** The step of the − and + buttons: 0.01, or a cheap market's own price step. */
export function nudgeOf(last: Price, priceStep: Price): Price {
  if (last < ONE) return priceStep;
  return priceStep > NUDGE ? priceStep : NUDGE;
}

const NO_BOOK: Book = { asks: [], bids: [] };

const leanedBook = ({ asks, bids }: Book, { buy, sell }: Available['lean']): Book => ({
  asks: buy === 0n ? asks : asks.map((level) => ({ ...level, price: leaned(level.price, 'buy', buy) })),
  bids: sell === 0n ? bids : bids.map((level) => ({ ...level, price: leaned(level.price, 'sell', sell) })),
});

/** The terms of a market; without a book or a balance while they load. */
export function termsOf(market: MarketItem, book: Book = NO_BOOK, available?: Available): Terms {
  const last = parsePrice(market.close) ?? NO_PRICE;
  const priceStep = parsePrice(market.price_step) ?? NUDGE;
  const min = parseAmount(market.min) ?? ZERO;
  const step = parseAmount(market.step) || FINEST;
  return {
    marketId: String(market.id),
    base: market.coinname,
    quote: market.trade_coin,
    market: { base: { decimals: market.base_decimals }, quote: { decimals: market.quote_decimals }, min, step },
    min,
    step,
    priceStep,
    nudge: nudgeOf(last, priceStep),
    fee: rate(market.spot_fee),
    last,
    book: available ? leanedBook(book, available.lean) : book,
    available,
  };
}
