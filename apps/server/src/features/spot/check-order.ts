import { ok, refuse, type OrderInput, type Result, type Side } from '@plimsoll/contract';
import {
  amount,
  fits,
  formatShort,
  isMultiple,
  neededFor,
  notional,
  placesUsed,
  rate,
  share,
  unitOf,
  type Amount,
  type Price,
  type Rate,
} from '@plimsoll/money';
import { limitCost, type Wanted } from '@plimsoll/rules';
import type { Book, Market } from '../../market/index.ts';

/** What is ordered, once its form and the market's limits are known to be kept. */
export type Ordered = Wanted;

/** What an order is checked against. */
export interface CheckTerms {
  readonly market: Market;
  readonly book: Book | undefined;
  /** How far through the book a limit may be: a fraction of the best price. */
  readonly priceBand: Rate;
}

/**
 * Checks what a member orders against the market (RULES 3): places the coins keep, freshness of a market order, least
 * quantity, steps. `book` is the snapshot to trade on, undefined while there is none that is fresh.
 */
export function checkOrder(input: OrderInput, { market, book, priceBand }: CheckTerms): Result<Ordered> {
  const { side } = input;
  if (input.mode === 'market' && side === 'buy') return checkBudget(input.amount, market, book);
  const quantity = input.num;
  if (placesUsed(quantity) > market.base.decimals) return refuse('bad_amount');
  if (input.mode === 'market' && !book) return refuse('stale_market');
  if (quantity < market.min)
    return refuse('amount_below_minimum', { minimum: formatShort(market.min), coin: market.base.title });
  if (!isMultiple(quantity, market.step))
    return refuse('amount_off_step', { step: formatShort(market.step), coin: market.base.title });
  if (input.mode === 'market') return ok({ side, limit: null, quantity, budget: null });
  if (!isMultiple(input.price, market.priceStep)) {
    return refuse('price_off_step', { step: formatShort(market.priceStep), coin: market.quote.title });
  }
  const beyond = book && beyondBand(side, input.price, book, priceBand);
  if (beyond) return beyond;
  const pays = leastPaying(input.price, market);
  if (quantity < pays) return refuse('amount_below_minimum', { minimum: formatShort(pays), coin: market.base.title });
  // Nobody has as much as does not even fit.
  if (!fits(limitCost(input.price, quantity, market))) return refuse('insufficient_balance');
  return ok({ side, limit: input.price, quantity, budget: null });
}

const ONE = rate('1');
const NO_SPREAD = rate('0');
const HUNDRED = amount('100');

/** Refuses a limit that is further through the book than the band: nobody means to pay ten times the market. */
function beyondBand(side: Side, limit: Price, { bids, asks }: Book, band: Rate): Result<never> | undefined {
  const best = (side === 'buy' ? asks : bids)[0]?.price;
  if (best === undefined) return undefined;
  const isWithin = side === 'buy' ? limit * ONE <= best * (ONE + band) : limit * ONE >= best * (ONE - band);
  return isWithin
    ? undefined
    : refuse('price_band', { price: formatShort(limit), percent: formatShort(share(HUNDRED, band, 'down')) });
}

/** The least quantity, in steps, that pays one unit of the quote at a price. */
const leastPaying = (price: Price, { quote, step }: Market): Amount =>
  neededFor(unitOf(quote.decimals), [{ mid: price, sells: true }], NO_SPREAD, step);

function checkBudget(budget: Amount, market: Market, book: Book | undefined): Result<Ordered> {
  if (placesUsed(budget) > market.quote.decimals) return refuse('bad_amount');
  if (!book) return refuse('stale_market');
  const [best] = book.asks;
  if (!best) return refuse('no_liquidity');
  const least = notional(best.price, market.min, 'up');
  if (budget < least) return refuse('amount_below_minimum', { minimum: formatShort(least), coin: market.quote.title });
  return ok({ side: 'buy', limit: null, quantity: null, budget });
}
