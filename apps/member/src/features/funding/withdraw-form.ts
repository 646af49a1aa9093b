import type { Answer, BankCard, WithdrawType } from '@plimsoll/contract';
import { WITHDRAW_TYPE } from '@plimsoll/contract/codes/funding';
import { amount, formatShort, parseAmount, placesUsed, rate, ZERO, type Amount } from '@plimsoll/money';
import { withdrawalFee, withdrawalParts, type WithdrawalFee } from '@plimsoll/rules';

/** What a withdrawal of the coin is checked against. */
export type WithdrawTerms = Answer<'getUserCoinBalance'>;

/** What may be wrong, each with words in the catalogue (PRODUCT 16). */
export type WithdrawError =
  | 'enterAmount'
  | 'notPositive'
  | 'tooFine'
  | 'outOfRange'
  | 'insufficient'
  | 'feeTakesAll'
  | 'passwordMissing';
/** What no entry can mend: it is said before anything is sent, with the way out. */
export type WithdrawBlock = 'waits' | 'identity' | 'noAddress' | 'noCard';

/** A withdrawal being written. The payment password is none of it: this may be kept. */
export interface WithdrawForm {
  readonly type: WithdrawType;
  readonly coinId: number;
  /** The card chosen by hand; the first one until then. */
  readonly cardId: number | undefined;
  /** A decimal as the wire writes it, or empty. */
  readonly amount: string;
  readonly wrong: WithdrawError | undefined;
}

export type WithdrawAction =
  | { readonly kind: 'type'; readonly type: WithdrawType }
  | { readonly kind: 'coin' | 'card'; readonly id: number }
  /** What was typed, already a wire decimal or empty. */
  | { readonly kind: 'enter'; readonly text: string }
  | { readonly kind: 'all' }
  /** A submit was refused; undefined takes the word back. */
  | { readonly kind: 'wrong'; readonly wrong: WithdrawError | undefined };

/** The ways that are open, the wallet address first; it is the default where it is one (PRODUCT 16). */
export const typesBy = (flags: { readonly address_switch: number; readonly bank_switch: number }): WithdrawType[] => [
  ...(flags.address_switch === 1 ? ([WITHDRAW_TYPE.address] as const) : []),
  ...(flags.bank_switch === 1 ? ([WITHDRAW_TYPE.bank] as const) : []),
];

const givenIn = ({ amount: text }: Pick<WithdrawForm, 'amount'>): Amount => parseAmount(text) ?? ZERO;

/** What is said at once, while one writes: what more digits cannot mend. */
function judged(form: WithdrawForm, { balance, txmaxnum, decimals }: WithdrawTerms): WithdrawForm {
  const given = givenIn(form);
  const wrong =
    placesUsed(given) > decimals
      ? 'tooFine'
      : given > amount(txmaxnum)
        ? 'outOfRange'
        : given > amount(balance)
          ? 'insufficient'
          : undefined;
  return { ...form, wrong };
}

/** The form after something was done to it; `terms` are the chosen coin's, undefined before they came. */
export function changed(form: WithdrawForm, action: WithdrawAction, terms: WithdrawTerms | undefined): WithdrawForm {
  switch (action.kind) {
    case 'type':
      return { ...form, type: action.type };
    case 'coin':
      return action.id === form.coinId ? form : { ...form, coinId: action.id, amount: '', wrong: undefined };
    case 'card':
      return { ...form, cardId: action.id };
    case 'enter': {
      const next = { ...form, amount: action.text, wrong: undefined };
      return terms ? judged(next, terms) : next;
    }
    case 'all': {
      const all = amount(terms?.balance ?? '0');
      if (!terms || all === ZERO) return { ...form, amount: '', wrong: 'insufficient' };
      return judged({ ...form, amount: formatShort(all) }, terms);
    }
    case 'wrong':
      return { ...form, wrong: action.wrong };
  }
}

/** What an amount comes to. */
export interface FeeBreakdown {
  readonly gross: Amount;
  /** May be more than the amount: then nothing arrives, and nothing is sent. */
  readonly fee: Amount;
  /** Never below zero. */
  readonly net: Amount;
}

/** What a withdrawal of the coin costs. */
const feeTerms = ({ sxftype, txsxf, txsxf_n, decimals }: WithdrawTerms): WithdrawalFee => ({
  feeType: sxftype,
  feePercent: rate(txsxf),
  feeFixed: amount(txsxf_n),
  decimals,
});

/** What the amount comes to; undefined while there is none that could be sent. */
export function computeFees(form: Pick<WithdrawForm, 'amount'>, terms: WithdrawTerms): FeeBreakdown | undefined {
  const gross = givenIn(form);
  if (gross === ZERO || gross > amount(terms.txmaxnum) || placesUsed(gross) > terms.decimals) return undefined;
  const fee = feeTerms(terms);
  return { gross, fee: withdrawalFee(gross, fee), net: withdrawalParts(gross, fee).net };
}

/** How far the amount goes towards the most there may be, in percent to one place. For drawing, never for money. */
export function percentOfMax(form: Pick<WithdrawForm, 'amount'>, { txmaxnum }: WithdrawTerms): number {
  const most = amount(txmaxnum);
  const given = givenIn(form);
  if (most === ZERO || given >= most) return given === ZERO ? 0 : 100;
  return Number((given * 1000n) / most) / 10;
}

/** The card it goes to. */
export const cardOf = ({ cardId }: Pick<WithdrawForm, 'cardId'>, cards: readonly BankCard[]): BankCard | undefined =>
  cards.find(({ id }) => id === cardId) ?? cards[0];

/** What no entry can mend; undefined when nothing. */
export function blockOf(
  { type }: WithdrawForm,
  terms: WithdrawTerms,
  cards: readonly BankCard[],
): WithdrawBlock | undefined {
  if (terms.needs_identity === 1) return 'identity';
  if (terms.waits_until !== null) return 'waits';
  if (type === WITHDRAW_TYPE.address) return terms.address_list.length === 0 ? 'noAddress' : undefined;
  return cards.length === 0 ? 'noCard' : undefined;
}

/** What keeps the withdrawal from being sent; the server checks all of it again. */
export function errorIn(
  form: WithdrawForm,
  terms: WithdrawTerms,
  password: { readonly isAsked: boolean; readonly text: string },
): WithdrawError | undefined {
  if (form.amount === '') return 'enterAmount';
  const given = givenIn(form);
  if (given === ZERO) return 'notPositive';
  const wrong = judged(form, terms).wrong;
  if (wrong === 'tooFine') return wrong;
  if (wrong === 'outOfRange' || given < amount(terms.txminnum)) return 'outOfRange';
  if (computeFees(form, terms)?.net === ZERO) return 'feeTakesAll';
  return wrong ?? (password.isAsked && password.text === '' ? 'passwordMissing' : undefined);
}

/** The call's fields. Only for a form without {@link errorIn}. */
export const fieldsOf = (
  form: WithdrawForm,
  cards: readonly BankCard[],
  password: { readonly isAsked: boolean; readonly text: string },
) => ({
  c_id: form.coinId,
  num: form.amount,
  type: 1,
  withdraw_type: form.type,
  bank_id: form.type === WITHDRAW_TYPE.bank ? cardOf(form, cards)?.id : undefined,
  paypwd: password.isAsked ? password.text : undefined,
});
