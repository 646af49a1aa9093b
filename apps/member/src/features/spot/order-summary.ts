import { affordable, least, minus, notional, parseAmount, plus, share, ZERO, type Amount } from '@plimsoll/money';
import { tyingPrice, type OrderForm } from './order-form.ts';
import type { Level, Terms } from './terms.ts';

/** What an order comes to, said before it is sent. */
export interface OrderSummary {
  /** Held at once, in the coin that is given away. */
  readonly pays: Amount;
  /** Taken from what arrives. */
  readonly fee: Amount;
  /** What arrives: at the limit or better, or about, by the book as it stands. */
  readonly gets: Amount;
  /** The book that can be seen does not fill it all; the rest is given back. */
  readonly isBeyondBook: boolean;
}

const less = (arriving: Amount, terms: Terms): { fee: Amount; gets: Amount } => {
  const fee = share(arriving, terms.fee, 'down');
  return { fee, gets: minus(arriving, fee) };
};

/** Base bought for at most `budget` at the asks, best first. */
function bought(asks: readonly Level[], budget: Amount, step: Amount): { filled: Amount; left: Amount } {
  let filled = ZERO;
  let left = budget;
  for (const level of asks) {
    const quantity = least(level.size, affordable(left, level.price, step));
    filled = plus(filled, quantity);
    left = minus(left, notional(level.price, quantity, 'down'));
    if (quantity < level.size) return { filled, left: ZERO };
  }
  return { filled, left };
}

/** Quote received for `num` at the bids, best first. */
function sold(bids: readonly Level[], num: Amount): { received: Amount; left: Amount } {
  let received = ZERO;
  let left = num;
  for (const level of bids) {
    const quantity = least(level.size, left);
    received = plus(received, notional(level.price, quantity, 'down'));
    left = minus(left, quantity);
  }
  return { received, left };
}

/** The summary of an order, or undefined while it cannot be told. */
export function summaryOf(form: OrderForm, terms: Terms): OrderSummary | undefined {
  const num = parseAmount(form.num);
  if (form.mode === 'limit') {
    const price = tyingPrice(form, terms);
    if (price === undefined || num === null || num === 0n) return undefined;
    return form.side === 'buy'
      ? { pays: notional(price, num, 'up'), ...less(num, terms), isBeyondBook: false }
      : { pays: num, ...less(notional(price, num, 'down'), terms), isBeyondBook: false };
  }
  if (form.side === 'buy') {
    const budget = parseAmount(form.amount);
    if (budget === null || budget === 0n || terms.book.asks.length === 0) return undefined;
    const { filled, left } = bought(terms.book.asks, budget, terms.step);
    return { pays: budget, ...less(filled, terms), isBeyondBook: left > 0n };
  }
  if (num === null || num === 0n || terms.book.bids.length === 0) return undefined;
  const { received, left } = sold(terms.book.bids, num);
  return { pays: num, ...less(received, terms), isBeyondBook: left > 0n };
}

/** The most that the balance buys, in base, or sells for, in quote; undefined while it cannot be told. */
export function reachOf(form: OrderForm, terms: Terms): Amount | undefined {
  const price = tyingPrice(form, terms);
  if (price === undefined || !terms.available) return undefined;
  return form.side === 'buy'
    ? affordable(terms.available.quote, price, terms.step)
    : notional(price, terms.available.base, 'down');
}

/** Whole percent of the balance that the order uses, for the draught scale. */
export function usedPercent(form: OrderForm, { available }: Terms): number {
  if (!available) return 0;
  const [used, whole] =
    form.side === 'buy'
      ? [parseAmount(form.amount) ?? ZERO, available.quote]
      : [parseAmount(form.num) ?? ZERO, available.base];
  return whole === 0n ? 0 : Math.min(100, Number((used * 100n) / whole));
}
