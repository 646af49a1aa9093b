import type { Answer, BankCard, WithdrawType } from '@plimsoll/contract';
import { WITHDRAW_TYPE } from '@plimsoll/contract/codes/funding';
import { amount, formatShort, parseAmount, placesUsed, rate, ZERO, type Amount } from '@plimsoll/money';
import { withdrawalFee, withdrawalParts, type WithdrawalFee } from '@plimsoll/rules';
import { worthOf, type Deal } from '../../platform/unusual.ts';

export type WithdrawTerms = Answer<'getUserCoinBalance'>;

/** Errors, as keys of the catalogue (PRODUCT 16). */
export type WithdrawError =
  | 'enterAmount'
  | 'notPositive'
  | 'tooFine'
  | 'outOfRange'
  | 'insufficient'
  | 'feeTakesAll'
  | 'passwordMissing';
/** What no entry can mend; shown before anything is sent. */
export type WithdrawBlock = 'waits' | 'identity' | 'noAddress' | 'noCard';

/** A withdrawal being written. Without the payment password, because it may be kept as a draft. */
export interface WithdrawForm {
  readonly type: WithdrawType;
  readonly coinId: number;
  readonly cardId: number | undefined;
  readonly amount: string;
  readonly wrong: WithdrawError | undefined;
}

export type WithdrawAction =
  | { readonly kind: 'type'; readonly type: WithdrawType }
  | { readonly kind: 'coin' | 'card'; readonly id: number }
  | { readonly kind: 'enter'; readonly text: string }
  | { readonly kind: 'all' }
  | { readonly kind: 'wrong'; readonly wrong: WithdrawError | undefined };

/** The open ways, the wallet address first, which is the default (PRODUCT 16). */
export const typesBy = (flags: { readonly address_switch: number; readonly bank_switch: number }): WithdrawType[] => [
  ...(flags.address_switch === 1 ? ([WITHDRAW_TYPE.address] as const) : []),
  ...(flags.bank_switch === 1 ? ([WITHDRAW_TYPE.bank] as const) : []),
];

const givenIn = ({ amount: text }: Pick<WithdrawForm, 'amount'>): Amount => parseAmount(text) ?? ZERO;

/** Errors shown while typing: those that more digits cannot mend. */
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

/** The form after an action; `terms` are the chosen coin's, undefined before they are known. */
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

export interface FeeBreakdown {
  readonly gross: Amount;
  /** May be more than the amount: then nothing arrives, and nothing is sent. */
  readonly fee: Amount;
  readonly net: Amount;
}

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

/** The amount's share of the maximum in percent, one place. For drawing, never for money. */
export function percentOfMax(form: Pick<WithdrawForm, 'amount'>, { txmaxnum }: WithdrawTerms): number {
  const most = amount(txmaxnum);
  const given = givenIn(form);
  if (most === ZERO || given >= most) return given === ZERO ? 0 : 100;
  return Number((given * 1000n) / most) / 10;
}

/** The card it goes to. */
export const cardOf = ({ cardId }: Pick<WithdrawForm, 'cardId'>, cards: readonly BankCard[]): BankCard | undefined =>
  cards.find(({ id }) => id === cardId) ?? cards[0];

/** What no entry can mend; undefined without it. */
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

/** What prevents sending; the server checks again. */
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

/** What leaves, for its last look. */
export const dealOf = (leaves: Amount, { balance }: WithdrawTerms, coin = ''): Deal => ({
  leaves,
  available: amount(balance),
  coin,
  worth: worthOf(leaves, coin),
});

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
