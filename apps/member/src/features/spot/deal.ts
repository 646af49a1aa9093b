import { formatShort, parseAmount, ZERO } from '@plimsoll/money';
import { limitCost } from '@plimsoll/rules';
import type { MarketItem } from '@plimsoll/contract';
import { farOf, type Deal } from '../../platform/unusual.ts';
import { dollarsOf } from '../../platform/dollars.ts';
import { lastLookOf } from './last-look.ts';
import { tyingPrice, type OrderForm } from './order-form.ts';
import { fillsAt } from './order-summary.ts';
import type { Terms } from './terms.ts';

/** How far the price of an order is beyond the best one: its limit, or what the visible book fills a market order at. */
function farFrom(form: OrderForm, terms: Terms): string | undefined {
  if (form.mode === 'limit') return lastLookOf(form, terms)?.percent;
  const best = (form.side === 'buy' ? terms.book.asks : terms.book.bids)[0]?.price;
  const at = fillsAt(form, terms);
  if (best === undefined || at === undefined) return undefined;
  return farOf(form.side === 'buy' ? at - best : best - at, best);
}

/** What it comes to in quote. The form has that of a market sell from when it was written; its price has moved since. */
function totalOf(form: OrderForm, terms: Terms): string {
  const last = form.mode === 'market' && form.side === 'sell' ? tyingPrice(form, terms) : undefined;
  return last === undefined ? form.amount : formatShort(limitCost(last, parseAmount(form.num) ?? ZERO, terms.market));
}

/** What an order puts at stake, for its last look. Only for a form without errors. */
export function dealOf(form: OrderForm, terms: Terms, markets: readonly MarketItem[]): Deal {
  const isBuy = form.side === 'buy';
  return {
    leaves: parseAmount(isBuy ? form.amount : form.num) ?? ZERO,
    available: isBuy ? terms.available?.quote : terms.available?.base,
    coin: isBuy ? terms.quote : terms.base,
    worth: parseAmount(dollarsOf(totalOf(form, terms), terms.quote, markets) ?? '') ?? undefined,
    far: farFrom(form, terms),
  };
}
