import type { Network, NetworkCoin } from '@plimsoll/contract';
import { CLAIM_MAX } from '@plimsoll/contract/figures';
import { amount, parseAmount, placesUsed, ZERO } from '@plimsoll/money';
import type { ImageSlot } from '@plimsoll/ui';
import type { SentImage } from '../../platform/use-image-slot.ts';

const MAX_CLAIMED = amount(CLAIM_MAX);

export type DepositError = 'enterSent' | 'notPositive' | 'tooFine' | 'tooMuch';
export type ProofError = 'addProof' | 'proofUnderWay' | 'proofFailed';

export interface DepositForm {
  readonly coinId: number;
  readonly networkId: number;
  readonly amount: string;
  readonly proof: SentImage | undefined;
  readonly wrong: DepositError | undefined;
  readonly proofWrong: ProofError | undefined;
}

export type DepositAction =
  | { readonly kind: 'coin' | 'network'; readonly id: number }
  | { readonly kind: 'enter'; readonly text: string }
  | { readonly kind: 'proof'; readonly proof: SentImage | undefined }
  | { readonly kind: 'wrong'; readonly wrong: DepositError | undefined; readonly proofWrong: ProofError | undefined };

type Coins = readonly NetworkCoin[];

/** The coin of the deposit; undefined when the chosen one is not offered: then another is to be chosen, not taken. */
export const coinOf = ({ coinId }: Pick<DepositForm, 'coinId'>, coins: Coins): NetworkCoin | undefined =>
  coins.find(({ id }) => id === coinId);

/** The network of the deposit; undefined when the chosen one is not one of its coin's. */
export const networkOf = (form: Pick<DepositForm, 'coinId' | 'networkId'>, coins: Coins): Network | undefined =>
  coinOf(form, coins)?.networkList.find(({ id }) => id === form.networkId);

/** A new form, of the wished coin; without a wish of the first. */
export function formAt(coins: Coins, wish: string | undefined): DepositForm {
  const coin = wish === undefined ? coins[0] : coins.find(({ id }) => String(id) === wish);
  return {
    coinId: coin?.id ?? 0,
    networkId: coin?.networkList[0]?.id ?? 0,
    amount: '',
    proof: undefined,
    wrong: undefined,
    proofWrong: undefined,
  };
}

function wrongAmount(text: string, decimals: number): DepositError | undefined {
  const num = parseAmount(text) ?? ZERO;
  if (placesUsed(num) > decimals) return 'tooFine';
  return num > MAX_CLAIMED ? 'tooMuch' : undefined;
}

/** The form after an action. Wrong amounts are errors at once, missing ones when it is sent. */
export function changed(form: DepositForm, action: DepositAction, coins: Coins): DepositForm {
  switch (action.kind) {
    case 'coin': {
      if (action.id === form.coinId) return form;
      const networkId = coinOf({ coinId: action.id }, coins)?.networkList[0]?.id ?? 0;
      return { ...form, coinId: action.id, networkId, amount: '', wrong: undefined };
    }
    case 'network':
      return { ...form, networkId: action.id };
    case 'enter':
      return { ...form, amount: action.text, wrong: wrongAmount(action.text, coinOf(form, coins)?.decimals ?? 8) };
    case 'proof':
      return { ...form, proof: action.proof, proofWrong: undefined };
    case 'wrong':
      return { ...form, wrong: action.wrong, proofWrong: action.proofWrong };
  }
}

/** What prevents sending; the server checks again. */
export function errorsIn(
  form: DepositForm,
  coins: Coins,
  slot: ImageSlot['state'],
): { readonly wrong: DepositError | undefined; readonly proofWrong: ProofError | undefined } {
  const missing =
    form.amount === '' ? 'enterSent' : (parseAmount(form.amount) ?? ZERO) === ZERO ? 'notPositive' : undefined;
  const noProof = slot === 'uploading' ? 'proofUnderWay' : slot === 'failed' ? 'proofFailed' : 'addProof';
  return {
    wrong: missing ?? wrongAmount(form.amount, coinOf(form, coins)?.decimals ?? 8),
    proofWrong: form.proof ? undefined : noProof,
  };
}

/** The call's fields (`type` is fixed, WIRE funding.recharge). Only for a form without {@link errorsIn}. */
export const fieldsOf = (form: DepositForm, coins: Coins) => ({
  c_id: coinOf(form, coins)?.id,
  num: form.amount,
  payimg: form.proof?.url,
  a_id: networkOf(form, coins)?.id,
  type: 1,
});
