import type { ExchangeCoin } from '@plimsoll/contract';
import { amount, formatShort, parseAmount, placesUsed, ZERO, type Amount } from '@plimsoll/money';
import { worthOf, type Deal } from '../../platform/unusual.ts';
import { estimate, wayBetween, type Books } from './estimate.ts';

/** Errors, as keys of the catalogue (PRODUCT 17). */
export type ConvertError =
  | 'enterAmount'
  | 'notPositive'
  | 'insufficient'
  | 'tooFine'
  | 'tooSmall'
  | 'beyondBook'
  | 'passwordMissing';

export interface ConvertForm {
  /** Ids of the two coins; never the same. */
  readonly from: number;
  readonly to: number;
  readonly amount: string;
  readonly password: string;
  readonly error: ConvertError | undefined;
}

export type ConvertAction =
  | { readonly kind: 'from' | 'to'; readonly id: number }
  | { readonly kind: 'swap' | 'all' | 'sent' }
  | { readonly kind: 'enter'; readonly text: string }
  | { readonly kind: 'password'; readonly text: string }
  | { readonly kind: 'wrong'; readonly error: ConvertError };

type Coins = readonly ExchangeCoin[];

/** A coin of the list. */
export const coinOf = (coins: Coins, id: number): ExchangeCoin | undefined => coins.find((coin) => coin.id === id);

/** A new form: from the first coin with a balance into the wanted or first other one. */
export function formAt(coins: Coins, wanted?: string): ConvertForm {
  const others = coins.filter(({ id }) => String(id) !== wanted);
  const from = others.find(({ balance }) => amount(balance) > ZERO) ?? others[0];
  const to = coins.find(({ id }) => String(id) === wanted) ?? coins.find((coin) => coin.id !== from?.id);
  return { from: from?.id ?? 0, to: to?.id ?? 0, amount: '', password: '', error: undefined };
}

const given = ({ amount: text }: ConvertForm): Amount => parseAmount(text) ?? ZERO;

/** What can be given. */
const availableOf = ({ from }: ConvertForm, coins: Coins): Amount => amount(coinOf(coins, from)?.balance ?? '0');

function judged(form: ConvertForm, coins: Coins): ConvertForm {
  const places = coinOf(coins, form.from)?.decimals ?? 0;
  const tooFine = placesUsed(given(form)) > places ? ('tooFine' as const) : undefined;
  return { ...form, error: given(form) > availableOf(form, coins) ? 'insufficient' : tooFine };
}

/** The form after an action. */
export function changed(form: ConvertForm, action: ConvertAction, coins: Coins): ConvertForm {
  switch (action.kind) {
    case 'from':
      return {
        ...form,
        from: action.id,
        to: action.id === form.to ? form.from : form.to,
        amount: action.id === form.from ? form.amount : '',
        error: undefined,
      };
    case 'to': {
      // When both coins would be one, they change places.
      if (action.id === form.from) return { ...form, from: form.to, to: form.from, amount: '', error: undefined };
      return { ...form, to: action.id };
    }
    case 'swap':
      return { ...form, from: form.to, to: form.from, amount: '', error: undefined };
    case 'enter':
      return judged({ ...form, amount: action.text }, coins);
    case 'all': {
      const all = availableOf(form, coins);
      return {
        ...form,
        amount: all === ZERO ? '' : formatShort(all),
        error: all === ZERO ? 'insufficient' : undefined,
      };
    }
    case 'password':
      return { ...form, password: action.text, error: form.error === 'passwordMissing' ? undefined : form.error };
    case 'wrong':
      return { ...form, error: action.error };
    case 'sent':
      return { ...form, amount: '', password: '', error: undefined };
  }
}

interface Sending {
  readonly books: Books;
  readonly asksPassword: boolean;
}

/** What prevents sending; the server checks again. */
export function errorIn(form: ConvertForm, coins: Coins, { books, asksPassword }: Sending): ConvertError | undefined {
  if (form.amount === '') return 'enterAmount';
  if (given(form) === ZERO) return 'notPositive';
  const [from, to] = [coinOf(coins, form.from), coinOf(coins, form.to)];
  const wrong = judged(form, coins).error;
  if (wrong || !from || !to) return wrong;
  const way = wayBetween(from, to, coins);
  const estimated = way && estimate(given(form), way, books);
  if (estimated === 'beyondBook') return estimated;
  if (estimated?.received === ZERO) return 'tooSmall';
  return asksPassword && form.password === '' ? 'passwordMissing' : undefined;
}

/** What the exchange puts at stake, for its last look. */
export function dealOf(form: ConvertForm, coins: Coins, books: Books): Deal {
  const [from, to] = [coinOf(coins, form.from), coinOf(coins, form.to)];
  const leaves = given(form);
  const way = from && to && wayBetween(from, to, coins);
  const estimated = way && estimate(leaves, way, books);
  return {
    leaves,
    available: availableOf(form, coins),
    coin: from?.title ?? '',
    worth: from && worthOf(leaves, from.title, from.price),
    far: estimated === 'beyondBook' ? undefined : estimated?.far,
  };
}

/** The call's fields. Only for a form without {@link errorIn}. */
export const fieldsOf = ({ from, to, amount: text, password }: ConvertForm, type: 1 | 2) => ({
  type,
  from_coin_id: from,
  to_coin_id: to,
  amount: text,
  paypassword: password,
});
