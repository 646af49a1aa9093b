import { inPercent, amount, formatShort, parseAmount, placesUsed, rate, ZERO, type Amount } from '@plimsoll/money';
import type { TransferCoin } from '@plimsoll/contract';
import { transferParts, type FeeAndNet } from '@plimsoll/rules';
import { worthOf, type Deal } from '../../platform/unusual.ts';

/** Errors, as keys of the catalogue (PRODUCT 18). */
export type SendError =
  | 'noReceiver'
  | 'notConfirmed'
  | 'enterAmount'
  | 'notPositive'
  | 'insufficient'
  | 'tooFine'
  | 'passwordMissing';

export interface Receiver {
  readonly id: number;
  readonly username: string;
  /** How often the member sent to them before. */
  readonly times: number;
}

export interface SendForm {
  readonly name: string;
  readonly receiver: Receiver | undefined;
  readonly isConfirmed: boolean;
  readonly coinId: number;
  readonly amount: string;
  readonly wrong: SendError | undefined;
}

export type SendAction =
  | { readonly kind: 'name'; readonly text: string }
  /** `name` is what was searched for. */
  | { readonly kind: 'found'; readonly name: string; readonly receiver: Receiver }
  | { readonly kind: 'confirm' | 'all' | 'sent' }
  | { readonly kind: 'coin'; readonly id: number }
  | { readonly kind: 'enter'; readonly text: string }
  | { readonly kind: 'wrong'; readonly wrong: SendError | undefined };

type Coins = readonly TransferCoin[];
export interface Password {
  readonly isAsked: boolean;
  readonly text: string;
}

/** A new form, for the first coin with a balance. */
export const formAt = (coins: Coins): SendForm => ({
  name: '',
  receiver: undefined,
  isConfirmed: false,
  coinId: (coins.find(({ balance }) => amount(balance) > ZERO) ?? coins[0])?.id ?? 0,
  amount: '',
  wrong: undefined,
});

/** The coin that is sent. */
export const coinOf = ({ coinId }: Pick<SendForm, 'coinId'>, coins: Coins): TransferCoin | undefined =>
  coins.find(({ id }) => id === coinId) ?? coins[0];

const given = ({ amount: text }: Pick<SendForm, 'amount'>): Amount => parseAmount(text) ?? ZERO;
const ABOUT_RECEIVER: readonly (SendError | undefined)[] = ['noReceiver', 'notConfirmed'];

/** True for errors of the receiver. */
export const isAboutReceiver = (wrong: SendError | undefined): boolean => ABOUT_RECEIVER.includes(wrong);

function judged(form: SendForm, coins: Coins): SendForm {
  const coin = coinOf(form, coins);
  if (!coin) return form;
  const tooFine = placesUsed(given(form)) > coin.decimals ? ('tooFine' as const) : undefined;
  return { ...form, wrong: given(form) > amount(coin.balance) ? 'insufficient' : tooFine };
}

/**
 * The form after an action. Another name is another receiver, who must be found and confirmed again: what was found
 * counts only for the name that is still there.
 */
export function changed(form: SendForm, action: SendAction, coins: Coins): SendForm {
  const receiverAside = isAboutReceiver(form.wrong) ? undefined : form.wrong;
  switch (action.kind) {
    case 'name':
      return { ...form, name: action.text, receiver: undefined, isConfirmed: false, wrong: receiverAside };
    case 'found':
      if (action.name !== form.name.trim()) return form;
      return {
        ...form,
        name: action.receiver.username,
        receiver: action.receiver,
        isConfirmed: false,
        wrong: receiverAside,
      };
    case 'confirm':
      return { ...form, isConfirmed: form.receiver !== undefined, wrong: receiverAside };
    case 'coin':
      return { ...form, coinId: action.id, amount: action.id === form.coinId ? form.amount : '', wrong: undefined };
    case 'enter':
      return judged({ ...form, amount: action.text }, coins);
    case 'all': {
      const all = amount(coinOf(form, coins)?.balance ?? '0');
      return {
        ...form,
        amount: all === ZERO ? '' : formatShort(all),
        wrong: all === ZERO ? 'insufficient' : undefined,
      };
    }
    case 'wrong':
      return { ...form, wrong: action.wrong };
    case 'sent':
      return { ...formAt(coins), coinId: form.coinId };
  }
}

export interface FeeBreakdown extends FeeAndNet {
  readonly gross: Amount;
}

/** What the amount comes to; undefined while there is none that could be sent. */
export function computeFees(
  form: Pick<SendForm, 'amount'>,
  { decimals, internal_transfer_sxf }: TransferCoin,
): FeeBreakdown | undefined {
  const gross = given(form);
  if (gross === ZERO || placesUsed(gross) > decimals) return undefined;
  return { gross, ...transferParts(gross, { rate: rate(internal_transfer_sxf), decimals }) };
}

/** The fee of a coin in percent, as text: `0.2`; `0` where it is free. */
export const feePercent = ({ internal_transfer_sxf }: Pick<TransferCoin, 'internal_transfer_sxf'>): string =>
  formatShort(inPercent(rate(internal_transfer_sxf)));

/** What prevents sending; the server checks again. */
export function errorIn(form: SendForm, coins: Coins, password: Password): SendError | undefined {
  if (!form.receiver) return 'noReceiver';
  if (!form.isConfirmed) return 'notConfirmed';
  if (form.amount === '') return 'enterAmount';
  if (given(form) === ZERO) return 'notPositive';
  return judged(form, coins).wrong ?? (password.isAsked && password.text === '' ? 'passwordMissing' : undefined);
}

/** What leaves, for its last look. */
export function dealOf(form: Pick<SendForm, 'amount'>, { title, balance }: TransferCoin): Deal {
  const leaves = given(form);
  return { leaves, available: amount(balance), coin: title, worth: worthOf(leaves, title) };
}

/** The call's fields. Only for a form without {@link errorIn}. */
export const fieldsOf = ({ receiver, coinId, amount: text }: SendForm, password: Password) => ({
  to_uid: receiver?.id,
  c_id: coinId,
  amount: text,
  paypassword: password.isAsked ? password.text : undefined,
});
