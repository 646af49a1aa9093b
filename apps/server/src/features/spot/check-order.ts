import { ok, type OrderInput, type Refusal, type Result, type Side } from '@plimsoll/contract';
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
export function checkOrder(input: OrderInput, terms: CheckTerms): Result<Ordered> {
  for (const refusal of faultsOf(input, terms)) return { ok: false, refusal };
  return ok(orderedBy(input));
}

/** What an input orders. */
export function orderedBy(input: OrderInput): Ordered {
  const { side } = input;
  if (input.mode === 'market' && side === 'buy') return { side, limit: null, quantity: null, budget: input.amount };
  return { side, limit: input.mode === 'limit' ? input.price : null, quantity: input.num, budget: null };
}

/** Everything that refuses an order by the market alone, in the order in which it is refused. */
export function* faultsOf(input: OrderInput, { market, book, priceBand }: CheckTerms): Generator<Refusal> {
  const { side } = input;
  if (input.mode === 'market' && side === 'buy') return yield* budgetFaults(input.amount, market, book);
  const quantity = input.num;
  if (placesUsed(quantity) > market.base.decimals) yield { reason: 'bad_amount' };
  if (input.mode === 'market' && !book) yield { reason: 'stale_market' };
  if (quantity < market.min) yield belowMinimum(market.min, market.base);
  if (!isMultiple(quantity, market.step)) yield offStep('amount_off_step', market.step, market.base);
  if (input.mode === 'market') return;
  if (!isMultiple(input.price, market.priceStep)) yield offStep('price_off_step', market.priceStep, market.quote);
  const beyond = book && beyondBand(side, input.price, book, priceBand);
  if (beyond) yield beyond;
  const pays = minPaying(input.price, market);
  if (quantity < pays && quantity >= market.min) yield belowMinimum(pays, market.base);
  // No balance is as large as an amount that does not fit.
  if (!isHeld(input, market)) yield { reason: 'insufficient_balance' };
}

/** False of an order whose hold is larger than any amount. */
export const isHeld = (input: OrderInput, market: Market): boolean =>
  input.mode === 'market' || fits(limitCost(input.price, input.num, market));

type Titled = Market['base'];
const belowMinimum = (minimum: Amount, { title }: Titled): Refusal => ({
  reason: 'amount_below_minimum',
  params: { minimum: formatShort(minimum), coin: title },
});
const offStep = (reason: 'amount_off_step' | 'price_off_step', step: Amount | Price, { title }: Titled): Refusal => ({
  reason,
  params: { step: formatShort(step), coin: title },
});

const ONE = rate('1');
const NO_SPREAD = rate('0');

/** Refuses a limit further through the book than the band, most likely a typing error. */
function beyondBand(side: Side, limit: Price, { bids, asks }: Book, band: Rate): Refusal | undefined {
  const best = (side === 'buy' ? asks : bids)[0]?.price;
  if (best === undefined) return undefined;
  const isWithin = side === 'buy' ? limit * ONE <= best * (ONE + band) : limit * ONE >= best * (ONE - band);
  return isWithin
    ? undefined
    : {
        reason: 'price_band',
        params: { price: formatShort(limit), percent: formatShort(rateOfUnits(band * 100n)) },
      };
}

/** The minimum quantity, in steps, that pays one unit of the quote at a price. */
const minPaying = (price: Price, { quote, step }: Market): Amount =>
  neededFor(unitOf(quote.decimals), [{ mid: price, sells: true }], NO_SPREAD, step);

function* budgetFaults(budget: Amount, market: Market, book: Book | undefined): Generator<Refusal> {
  if (placesUsed(budget) > market.quote.decimals) yield { reason: 'bad_amount' };
  if (!book) return yield { reason: 'stale_market' };
  const [best] = book.asks;
  if (!best) return yield { reason: 'no_liquidity' };
  const minimum = notional(best.price, market.min, 'up');
  if (budget < minimum) yield belowMinimum(minimum, market.quote);
}
