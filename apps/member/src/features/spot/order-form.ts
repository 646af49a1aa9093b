import {
  stepped,
  affordable,
  floorTo,
  formatShort,
  parseAmount,
  parsePrice,
  percent as shareOf,
  placesUsed,
  unitOf,
  ZERO,
  type Price,
} from '@plimsoll/money';
import type { OrderKind, PriceMode, Side } from '@plimsoll/contract';
import { limitCost } from '@plimsoll/rules';
import type { Terms } from './terms.ts';

export type OrderField = 'price' | 'num' | 'amount';
export type OrderError =
  | 'enterPrice'
  | 'enterQuantity'
  | 'enterAmount'
  | 'insufficient'
  | 'notPositive'
  | 'belowMinimum'
  | 'offStep'
  | 'priceOffStep';
export type OrderErrors = Partial<Record<OrderField, OrderError>>;
/** The first error, in the order of the fields. */
export const firstError = (errors: OrderErrors): OrderError | undefined => errors.price ?? errors.amount ?? errors.num;
export type Percent = 25 | 50 | 75 | 100;

/** An order being written. Texts are decimals as the wire writes them, or empty. */
export interface OrderForm {
  readonly side: Side;
  readonly mode: PriceMode;
  /** Of a limit order; a market order is plain. */
  readonly orderKind: OrderKind;
  readonly price: string;
  /** Quantity, in base. */
  readonly num: string;
  /** Total, in quote. */
  readonly amount: string;
  /** Which of quantity and amount was entered last; the other follows through the price. */
  readonly lead: 'num' | 'amount';
  /** The quick share in use, until something else is entered. */
  readonly percent: Percent | undefined;
  readonly errors: OrderErrors;
}

export type OrderAction =
  | { readonly kind: 'side'; readonly side: Side }
  | { readonly kind: 'mode'; readonly mode: PriceMode }
  | { readonly kind: 'orderKind'; readonly orderKind: OrderKind }
  | { readonly kind: 'enter'; readonly field: OrderField; readonly text: string }
  /** So many steps of the price, one by default. */
  | { readonly kind: 'nudge'; readonly up: boolean; readonly steps?: number }
  | { readonly kind: 'level'; readonly price: Price }
  | { readonly kind: 'percent'; readonly percent: Percent }
  | { readonly kind: 'wrong'; readonly errors: OrderErrors }
  | { readonly kind: 'sent' };

const EMPTY_FORM: OrderForm = {
  side: 'buy',
  mode: 'limit',
  orderKind: 'plain',
  price: '',
  num: '',
  amount: '',
  lead: 'num',
  percent: undefined,
  errors: {},
};

/** A price with all the places of its market, so that its width is constant: 97,227.10. */
function priceText(price: Price, { priceStep }: Terms): string {
  const [whole = '', fraction = ''] = formatShort(price).split('.');
  const padded = fraction.padEnd(placesUsed(priceStep), '0');
  return padded === '' ? whole : `${whole}.${padded}`;
}

/** A new form for a market, at its last price. */
export const formAt = (terms: Terms, side: Side = 'buy'): OrderForm => ({
  ...EMPTY_FORM,
  side,
  price: terms.last > 0n ? priceText(terms.last, terms) : '',
});

/** The price that ties quantity and amount: the limit, or the last price of a market order. */
export function tyingPrice(form: OrderForm, terms: Terms): Price | undefined {
  const price = form.mode === 'limit' ? parsePrice(form.price) : terms.last;
  return price !== null && price > 0n ? price : undefined;
}

function tied(form: OrderForm, terms: Terms): OrderForm {
  const price = tyingPrice(form, terms);
  const leader = parseAmount(form[form.lead]);
  const follower = form.lead === 'num' ? 'amount' : 'num';
  if (leader === null || price === undefined) return { ...form, [follower]: '' };
  const value = form.lead === 'num' ? limitCost(price, leader, terms.market) : affordable(leader, price, terms.step);
  return { ...form, [follower]: formatShort(value) };
}

/** True when the order exceeds the balance; false while the balance is unknown. */
export function isBeyondMeans(form: OrderForm, { available }: Terms): boolean {
  if (!available) return false;
  if (form.side === 'sell') return (parseAmount(form.num) ?? ZERO) > available.base;
  return (parseAmount(form.amount) ?? ZERO) > available.quote;
}

const emptied = (form: OrderForm): OrderForm => ({ ...form, num: '', amount: '', percent: undefined });

function entered(form: OrderForm, field: OrderField, text: string, terms: Terms): OrderForm {
  const { [field]: _old, ...errors } = form.errors;
  if (field === 'price') return tied({ ...form, price: text, percent: undefined, errors }, terms);
  const next = tied({ ...form, [field]: text, lead: field, percent: undefined, errors: withoutSize(errors) }, terms);
  // PRODUCT 9: what is above the balance is named and cleared.
  return isBeyondMeans(next, terms) ? { ...emptied(next), errors: { ...errors, [field]: 'insufficient' } } : next;
}

const withoutSize = ({ price }: OrderErrors): OrderErrors => (price ? { price } : {});

function nudged(form: OrderForm, isUp: boolean, steps: number, terms: Terms): OrderForm {
  const from = parsePrice(form.price) ?? terms.last;
  let to = from;
  // Downwards it ends before zero.
  for (let step = 0; step < steps; step += 1) to = stepped(to, terms.nudge, isUp ? 'up' : 'down') ?? to;
  return to === from ? form : entered(form, 'price', priceText(to, terms), terms);
}

function shared(form: OrderForm, percent: Percent, terms: Terms): OrderForm {
  if (!terms.available) return form;
  const errors = withoutSize(form.errors);
  if (form.side === 'sell') {
    const num = floorTo(shareOf(terms.available.base, percent), terms.step);
    return tied({ ...form, num: formatShort(num), lead: 'num', percent, errors }, terms);
  }
  const budget = floorTo(shareOf(terms.available.quote, percent), unitOf(terms.market.quote.decimals));
  const price = tyingPrice(form, terms);
  if (form.mode === 'market' || price === undefined) {
    return tied({ ...form, amount: formatShort(budget), lead: 'amount', percent, errors }, terms);
  }
  return tied(
    { ...form, num: formatShort(affordable(budget, price, terms.step)), lead: 'num', percent, errors },
    terms,
  );
}

/** The form after an action. */
export function changed(form: OrderForm, action: OrderAction, terms: Terms): OrderForm {
  switch (action.kind) {
    case 'side':
      return { ...emptied(form), side: action.side, errors: {} };
    case 'mode':
      return { ...emptied(form), mode: action.mode, orderKind: 'plain', errors: {} };
    case 'orderKind':
      return { ...form, orderKind: action.orderKind };
    case 'enter':
      return entered(form, action.field, action.text, terms);
    case 'nudge':
      return nudged(form, action.up, action.steps ?? 1, terms);
    case 'level':
      return form.mode === 'limit' ? entered(form, 'price', priceText(action.price, terms), terms) : form;
    case 'percent':
      return shared(form, action.percent, terms);
    case 'wrong': {
      const isShort = Object.values(action.errors).includes('insufficient');
      return { ...(isShort ? emptied(form) : form), errors: action.errors };
    }
    case 'sent':
      return { ...emptied(form), errors: {} };
  }
}

/** The toast after an action: why a submit was refused, or that a balance was exceeded. */
export function newsOf(action: OrderAction, after: OrderForm): OrderError | undefined {
  if (action.kind === 'wrong') return firstError(action.errors);
  return action.kind === 'enter' && after.errors[action.field] === 'insufficient' ? 'insufficient' : undefined;
}
