import {
  averagePrice,
  minOf,
  minus,
  notional,
  parseAmount,
  parsePrice,
  plus,
  share,
  ZERO,
  type Amount,
  type Price,
} from '@plimsoll/money';
import { farOf } from '../../platform/unusual.ts';
import type { OrderForm } from './order-form.ts';
import type { Terms } from './terms.ts';

/** A limit far through the book, and what the order would really come to. */
export interface LastLook {
  readonly limit: Price;
  readonly best: Price;
  /** How far the limit is beyond it, in percent with one place: `900.0`. */
  readonly percent: string;
  readonly isTenTimes: boolean;
  /** So far off that a wrong digit or point is likely. */
  readonly isSlipped: boolean;
  readonly held: Amount;
  /** Average price of what the visible book fills at once. */
  readonly fillsAt: Price;
  /** What is released of the hold of a buy; undefined for a sell. */
  readonly returned: Amount | undefined;
  readonly gets: Amount;
}

/**
 * What speaks against a limit order: undefined unless its price is far through the book. A post-only order takes nothing
 * there; of an immediate one nothing rests.
 */
export function lastLookOf(form: OrderForm, terms: Terms): LastLook | undefined {
  const isBuy = form.side === 'buy';
  const levels = isBuy ? terms.book.asks : terms.book.bids;
  const [limit, num, best] = [parsePrice(form.price), parseAmount(form.num), levels[0]?.price];
  if (form.mode !== 'limit' || form.orderKind === 'maker') return undefined;
  if (limit === null || num === null || best === undefined) return undefined;
  const beyond = isBuy ? limit - best : best - limit;
  const percent = farOf(beyond, best);
  if (percent === undefined) return undefined;

  let [filled, paid] = [ZERO, ZERO];
  for (const { price, size } of levels) {
    if (isBuy ? price > limit : price < limit) break;
    const quantity = minOf(size, minus(num, filled));
    filled = plus(filled, quantity);
    paid = plus(paid, notional(price, quantity, 'down'));
  }
  const rest = form.orderKind === 'ioc' ? ZERO : minus(num, filled);
  const arrives = isBuy ? plus(filled, rest) : plus(paid, notional(limit, rest, 'down'));
  const held = isBuy ? notional(limit, num, 'up') : num;
  return {
    limit,
    best,
    percent,
    isTenTimes: isBuy && limit >= best * 9n && limit <= best * 11n,
    isSlipped: isBuy ? limit >= best * 5n : limit * 5n <= best,
    held,
    fillsAt: averagePrice(paid, filled),
    returned: isBuy ? minus(minus(held, paid), notional(limit, rest, 'up')) : undefined,
    gets: minus(arrives, share(arrives, terms.fee, 'down')),
  };
}
