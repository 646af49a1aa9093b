import { ACCOUNT_TYPE, type AccountType } from '@plimsoll/contract';
import type { House } from './ledger/index.ts';

/** An amount of USDT, and one of every other coin; null for none. */
interface Funds {
  readonly usdt: string;
  readonly others: string | null;
}

/** House accounts of a demo at the start (RULES 1), per account. */
export const HOUSE_FUNDS: readonly (Funds & { readonly house: House })[] = [
  { house: 'spot', usdt: '100000000000', others: '100000000000' },
  { house: 'options', usdt: '100000000', others: null },
  { house: 'loans', usdt: '100000000', others: null },
  { house: 'rewards', usdt: '100000000', others: '100000000' },
];

/** Balances of the member `demo` at the start. */
export const MEMBER_FUNDS: readonly (Funds & { readonly type: AccountType })[] = [
  { type: ACCOUNT_TYPE.funds, usdt: '10000', others: '10' },
  { type: ACCOUNT_TYPE.options, usdt: '10000', others: null },
];
