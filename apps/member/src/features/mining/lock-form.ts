import type { MiningProduct } from '@plimsoll/contract';
import {
  amount,
  floorTo,
  formatShort,
  minus,
  parseAmount,
  PLACES,
  placesUsed,
  plus,
  rate,
  times,
  unitOf,
  ZERO,
  type Amount,
} from '@plimsoll/money';
import { miningDaily, miningTotal } from '@plimsoll/rules';
import { worthOf, type Deal } from '../../platform/unusual.ts';

export type LockError = 'enter' | 'notWhole' | 'tooFine' | 'outside' | 'insufficient';

export interface LockForm {
  readonly amount: string;
  readonly wrong: LockError | undefined;
}

export type LockAction =
  | { readonly kind: 'enter'; readonly text: string }
  | { readonly kind: 'step'; readonly way: 1 | -1 }
  | { readonly kind: 'wrong'; readonly wrong: LockError };

/** Bounds and step of the amount: whole coins where the product has room for one. */
export interface Bounds {
  readonly min: Amount;
  readonly max: Amount;
  readonly isWhole: boolean;
  readonly step: Amount;
}

const ONE = unitOf(0);
const FINEST = unitOf(PLACES);

/** The first figure's place: 100 of 500, 0.1 of 0.25. */
function magnitude(of: Amount): Amount {
  const figures = of.toString().length;
  return times(FINEST, 10n ** BigInt(figures - 1));
}

/** The bounds of a product's orders. */
export function boundsOf({ min_price, max_price }: Pick<MiningProduct, 'min_price' | 'max_price'>): Bounds {
  const [min, max] = [amount(min_price), amount(max_price)];
  const [below, wholeMax] = [floorTo(min, ONE), floorTo(max, ONE)];
  const wholeMin = below === min ? min : plus(below, ONE);
  if (wholeMin > wholeMax) return { min, max, isWhole: false, step: magnitude(min) };
  const step = magnitude(wholeMin);
  return { min: wholeMin, max: wholeMax, isWhole: true, step: step < ONE ? ONE : step };
}

/** A new form with the minimum. */
export const formAt = (product: MiningProduct): LockForm => ({
  amount: formatShort(boundsOf(product).min),
  wrong: undefined,
});

function wrongAmount(text: string, product: MiningProduct): LockError | undefined {
  const value = parseAmount(text) ?? ZERO;
  const { min, max, isWhole } = boundsOf(product);
  if (isWhole && placesUsed(value) > 0) return 'notWhole';
  if (placesUsed(value) > product.decimals) return 'tooFine';
  return value < min || value > max ? 'outside' : undefined;
}

function stepped(text: string, way: 1 | -1, product: MiningProduct): string {
  const { min, max, step } = boundsOf(product);
  const now = parseAmount(text) ?? ZERO;
  const next = way === 1 ? plus(now, step) : now > step ? minus(now, step) : ZERO;
  return formatShort(next < min ? min : next > max ? max : next);
}

/** The form after an action. */
export function changed(form: LockForm, action: LockAction, product: MiningProduct): LockForm {
  switch (action.kind) {
    // While typing, an amount may be below the minimum.
    case 'enter':
      return {
        amount: action.text,
        wrong: form.wrong && action.text !== '' ? wrongAmount(action.text, product) : undefined,
      };
    case 'step':
      return { amount: stepped(form.amount, action.way, product), wrong: undefined };
    case 'wrong':
      return { ...form, wrong: action.wrong };
  }
}

/** What prevents sending; the server checks again. `balance` is undefined while unknown. */
export function errorIn(
  { amount: text }: LockForm,
  product: MiningProduct,
  balance: string | undefined,
): LockError | undefined {
  if (text === '') return 'enter';
  const wrong = wrongAmount(text, product);
  if (wrong !== undefined) return wrong;
  return balance !== undefined && amount(text) > amount(balance) ? 'insufficient' : undefined;
}

/** What is locked, for its last look. `balance` is undefined while unknown. */
export function dealOf(
  { amount: text }: LockForm,
  { coin_title: coin, cycle }: MiningProduct,
  balance: string | undefined,
): Deal {
  const leaves = parseAmount(text) ?? ZERO;
  return {
    leaves,
    available: balance === undefined ? undefined : amount(balance),
    coin,
    worth: worthOf(leaves, coin),
    lockedDays: cycle,
  };
}

export interface Revenue {
  readonly daily: Amount;
  readonly total: Amount;
}

/** What an amount pays a day, and in all. */
export function revenueOf(of: Amount, { interest_rate, cycle, decimals }: MiningProduct): Revenue {
  const daily = miningDaily({ amount: of, rate: rate(interest_rate), decimals });
  return { daily, total: miningTotal(daily, cycle) };
}

/** What the order would pay; undefined while the amount cannot be locked. */
export const computeRevenue = ({ amount: text }: LockForm, product: MiningProduct): Revenue | undefined =>
  text === '' || wrongAmount(text, product) !== undefined ? undefined : revenueOf(amount(text), product);

/** The amount's share of the maximum, 0 to 100. */
export function percentOf(
  { amount: text }: LockForm,
  product: MiningProduct,
): { readonly percent: number; readonly isOver: boolean } {
  const [value, { max }] = [parseAmount(text) ?? ZERO, boundsOf(product)];
  // not money: for drawing
  return { percent: Math.min(100, Number(((value as bigint) * 100n) / (max as bigint))), isOver: value > max };
}
