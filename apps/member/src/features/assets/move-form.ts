import type { AccountType } from '@plimsoll/contract';
import { ACCOUNT_TYPE } from '@plimsoll/contract/codes/assets';
import { formatShort, parseAmount, plus, ZERO, type Amount } from '@plimsoll/money';
import type { Deal } from '../../platform/unusual.ts';
import { availableOf, coinIn, worthOfPart, type Account } from './accounts.ts';

/** Errors of the amount; keys of the catalogue (PRODUCT 14). */
export type MoveError = 'enterAmount' | 'notPositive' | 'insufficient';

export interface MoveForm {
  readonly from: AccountType;
  readonly to: AccountType;
  readonly coinId: string;
  readonly amount: string;
  readonly error: MoveError | undefined;
}

export interface MoveTerms {
  readonly accounts: readonly Account[];
  readonly into: readonly AccountType[];
}

export type MoveAction =
  | { readonly kind: 'from' | 'to'; readonly type: AccountType }
  | { readonly kind: 'swap' }
  | { readonly kind: 'coin'; readonly coinId: string }
  | { readonly kind: 'enter'; readonly text: string }
  | { readonly kind: 'all' }
  | { readonly kind: 'wrong'; readonly error: MoveError }
  | { readonly kind: 'sent' };

/** Where money may be moved: into quant only while it is offered, out of it always. */
export const termsOf = (accounts: readonly Account[], isQuantOffered: boolean): MoveTerms => ({
  accounts,
  into: accounts.map((each) => each.type).filter((type) => type !== ACCOUNT_TYPE.quant || isQuantOffered),
});

/** The first account that is not `other` and takes money, `wish` if possible. */
const destination = (wish: AccountType | undefined, other: AccountType, { into }: MoveTerms): AccountType => {
  const free = into.filter((type) => type !== other);
  return free.find((type) => type === wish) ?? free[0] ?? other;
};

/** A new form: funds to options, unless the address names another possible way. */
export function formAt(
  wish: {
    readonly from?: AccountType | undefined;
    readonly to?: AccountType | undefined;
    readonly coinId?: string | undefined;
  },
  terms: MoveTerms,
): MoveForm {
  const types = terms.accounts.map((each) => each.type);
  const coins = terms.accounts[0]?.coins.map((coin) => String(coin.coinId)) ?? [];
  const wanted = types.find((type) => type === wish.from);
  const from = wanted ?? types.find((type) => type !== wish.to) ?? 1;
  return {
    from,
    to: destination(wish.to, from, terms),
    coinId: coins.find((id) => id === wish.coinId) ?? coins[0] ?? '',
    amount: '',
    error: undefined,
  };
}

/** True when both accounts may change places. */
export const canSwap = ({ from }: MoveForm, { into }: MoveTerms): boolean => into.includes(from);

/** What is available in the source account. */
export const availableFrom = ({ from, coinId }: MoveForm, { accounts }: MoveTerms): Amount =>
  availableOf(accounts, from, coinId);

/** The destination's balance afterwards; undefined without an amount. */
export function holdsThen({ to, coinId, amount }: MoveForm, { accounts }: MoveTerms): Amount | undefined {
  const num = parseAmount(amount);
  return num === null ? undefined : plus(availableOf(accounts, to, coinId), num);
}

const judged = (form: MoveForm, terms: MoveTerms): MoveForm => ({
  ...form,
  error: (parseAmount(form.amount) ?? ZERO) > availableFrom(form, terms) ? 'insufficient' : undefined,
});

/** The form after an action. An amount above the balance is an error at once. */
export function changed(form: MoveForm, action: MoveAction, terms: MoveTerms): MoveForm {
  switch (action.kind) {
    case 'from':
      return judged(
        {
          ...form,
          from: action.type,
          to: action.type === form.to ? destination(form.from, action.type, terms) : form.to,
        },
        terms,
      );
    case 'to': {
      // The accounts differ: the source changes when both would be one.
      const from =
        action.type === form.from
          ? (terms.accounts.map((each) => each.type).find((type) => type === form.to) ?? form.from)
          : form.from;
      return judged({ ...form, from, to: action.type }, terms);
    }
    case 'swap':
      return canSwap(form, terms) ? judged({ ...form, from: form.to, to: form.from }, terms) : form;
    case 'coin':
      return { ...form, coinId: action.coinId, amount: '', error: undefined };
    case 'enter':
      return judged({ ...form, amount: action.text }, terms);
    case 'all': {
      const all = availableFrom(form, terms);
      return {
        ...form,
        amount: all === ZERO ? '' : formatShort(all),
        error: all === ZERO ? 'insufficient' : undefined,
      };
    }
    case 'wrong':
      return { ...form, error: action.error };
    case 'sent':
      return { ...form, amount: '', error: undefined };
  }
}

/** What prevents sending; the server checks again. */
export function errorIn(form: MoveForm, terms: MoveTerms): MoveError | undefined {
  if (form.amount === '') return 'enterAmount';
  const num = parseAmount(form.amount) ?? ZERO;
  if (num === ZERO) return 'notPositive';
  return num > availableFrom(form, terms) ? 'insufficient' : undefined;
}

/** What a transfer moves, for its last look. */
export function dealOf(form: MoveForm, terms: MoveTerms): Deal {
  const coin = coinIn(terms.accounts, form.from, form.coinId);
  const leaves = parseAmount(form.amount) ?? ZERO;
  return {
    leaves,
    available: availableFrom(form, terms),
    coin: coin?.coinName ?? '',
    worth: coin && worthOfPart(leaves, coin),
  };
}

/** The call's fields. Only for a form without {@link errorIn}. */
export const fieldsOf = ({ coinId, amount, from, to }: MoveForm) => ({
  c_id: coinId,
  num: amount,
  from_type: from,
  to_type: to,
});
