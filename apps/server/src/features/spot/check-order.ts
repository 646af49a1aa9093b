import { ok, refuse, type OrderInput, type Result, type Side } from '@plimsoll/contract';
import {
  fits,
  formatShort,
  isMultiple,
  neededFor,
  notional,
  placesUsed,
  rate,
  rateOfUnits,
  unitOf,
  type Amount,
  type Price,
  type Rate,
} from '@plimsoll/money';
import { limitCost, type Wanted } from '@plimsoll/rules';
import type { Book, Market } from '../../market/index.ts';

export type Ordered = Wanted;

export interface CheckTerms {
  readonly market: Market;
  readonly book: Book | undefined;
  readonly priceBand: Rate;
}

/** Checks an order against the market (RULES 3). `book` is the snapshot to trade on, undefined while none is fresh. */
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
  const pays = minPaying(input.price, market);
  if (quantity < pays) return refuse('amount_below_minimum', { minimum: formatShort(pays), coin: market.base.title });
  // No balance is as large as an amount that does not fit.
  if (!fits(limitCost(input.price, quantity, market))) return refuse('insufficient_balance');
  return ok({ side, limit: input.price, quantity, budget: null });
}

const ONE = rate('1');
const NO_SPREAD = rate('0');

/** Refuses a limit further through the book than the band, most likely a typing error. */
function beyondBand(side: Side, limit: Price, { bids, asks }: Book, band: Rate): Result<never> | undefined {
  const best = (side === 'buy' ? asks : bids)[0]?.price;
  if (best === undefined) return undefined;
  const isWithin = side === 'buy' ? limit * ONE <= best * (ONE + band) : limit * ONE >= best * (ONE - band);
  return isWithin
    ? undefined
    : refuse('price_band', { price: formatShort(limit), percent: formatShort(rateOfUnits(band * 100n)) });
}

/** The minimum quantity, in steps, that pays one unit of the quote at a price. */
const minPaying = (price: Price, { quote, step }: Market): Amount =>
  neededFor(unitOf(quote.decimals), [{ mid: price, sells: true }], NO_SPREAD, step);

function checkBudget(budget: Amount, market: Market, book: Book | undefined): Result<Ordered> {
  if (placesUsed(budget) > market.quote.decimals) return refuse('bad_amount');
  if (!book) return refuse('stale_market');
  const [best] = book.asks;
  if (!best) return refuse('no_liquidity');
  const minimum = notional(best.price, market.min, 'up');
  if (budget < minimum)
    return refuse('amount_below_minimum', { minimum: formatShort(minimum), coin: market.quote.title });
  return ok({ side: 'buy', limit: null, quantity: null, budget });
}
