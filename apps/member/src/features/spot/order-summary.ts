import { averagePrice, rate, affordable, parseAmount, sum, ZERO, type Amount, type Price } from '@plimsoll/money';
import { fillFee, fillPaid, holdOf, isTradable, NO_BOUNDS, receivedOf, walk, type Wanted } from '@plimsoll/rules';
import { tyingPrice, type OrderForm } from './order-form.ts';
import type { Terms } from './terms.ts';

/** The book of the terms leans already. */
const NO_LEAN = rate('0');

/** What an order comes to. */
export interface OrderSummary {
  /** Held at once, in the coin that is given. */
  readonly pays: Amount;
  readonly fee: Amount;
  readonly gets: Amount;
  /** The visible book does not fill it all; the rest is released. */
  readonly isBeyondBook: boolean;
}

function wantedBy({ side, mode, num, amount }: OrderForm, limit: Price | null): Wanted | undefined {
  const isBudget = mode === 'market' && side === 'buy';
  const given = parseAmount(isBudget ? amount : num);
  if (given === null || given === 0n) return undefined;
  return { side, limit, quantity: isBudget ? null : given, budget: isBudget ? given : null };
}

/** A limit order's, as if all of it were filled at its limit; undefined where that pays nothing. */
function limitSummary(wanted: Wanted, limit: Price, { fee: feeRate, market }: Terms): OrderSummary | undefined {
  const quantity = wanted.quantity ?? ZERO;
  const legs = { quantity, paid: fillPaid(limit, quantity, market) };
  if (legs.paid === ZERO) return undefined;
  const { fee, net } = receivedOf(wanted.side, [{ ...legs, fee: fillFee(wanted.side, legs, feeRate, market) }]);
  return { pays: holdOf(wanted, market), fee, gets: net, isBeyondBook: false };
}

function walked(wanted: Wanted, { fee: feeRate, market, book }: Terms): ReturnType<typeof walk> | undefined {
  const levels = wanted.side === 'buy' ? book.asks : book.bids;
  if (levels.length === 0) return undefined;
  return walk(levels, wanted, market, { feeRate, lean: NO_LEAN, room: NO_BOUNDS });
}

function marketSummary(wanted: Wanted, terms: Terms): OrderSummary | undefined {
  const { market } = terms;
  const found = walked(wanted, terms);
  if (!found) return undefined;
  const { fills, left } = found;
  const { fee, net } = receivedOf(wanted.side, fills);
  const pays = holdOf(wanted, market);
  const given = sum(fills.map(({ quantity, paid }) => (wanted.side === 'buy' ? paid : quantity)));
  // A buy may leave a rest that pays for no whole step.
  const isBookLeft = wanted.side === 'buy' && left.some((level) => isTradable(level, market));
  return { pays, fee, gets: net, isBeyondBook: given < pays && !isBookLeft };
}

/** The summary of an order; undefined while it is unknown. */
export function summaryOf(form: OrderForm, terms: Terms): OrderSummary | undefined {
  if (form.mode === 'market') {
    const wanted = wantedBy(form, null);
    return wanted && marketSummary(wanted, terms);
  }
  const limit = tyingPrice(form, terms);
  const wanted = limit === undefined ? undefined : wantedBy(form, limit);
  return wanted && limit !== undefined ? limitSummary(wanted, limit, terms) : undefined;
}

/** The average price at which the visible book fills a market order; undefined for another, or while it is unknown. */
export function fillsAt(form: OrderForm, terms: Terms): Price | undefined {
  const wanted = form.mode === 'market' ? wantedBy(form, null) : undefined;
  const fills = wanted && walked(wanted, terms)?.fills;
  if (!fills?.length) return undefined;
  return averagePrice(sum(fills.map(({ paid }) => paid)), sum(fills.map(({ quantity }) => quantity)));
}

/** The maximum that the balance buys, in base, or sells for, in quote; undefined while unknown. */
export function reachOf(form: OrderForm, terms: Terms): Amount | undefined {
  const price = tyingPrice(form, terms);
  if (price === undefined || !terms.available) return undefined;
  return form.side === 'buy'
    ? affordable(terms.available.quote, price, terms.step)
    : fillPaid(price, terms.available.base, terms.market);
}

/** Whole percent of the balance that the order uses. */
export function usedPercent(form: OrderForm, { available }: Terms): number {
  if (!available) return 0;
  const [used, whole] =
    form.side === 'buy'
      ? [parseAmount(form.amount) ?? ZERO, available.quote]
      : [parseAmount(form.num) ?? ZERO, available.base];
  return whole === 0n ? 0 : Math.min(100, Number((used * 100n) / whole));
}
