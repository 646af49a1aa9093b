import type { AccountType } from '@plimsoll/contract';
import { parseAmount } from '@plimsoll/money';
import type { CoinBalance } from './accounts.ts';

/** What the address of /trade-account names (PRODUCT 13). */
export interface AccountPlace {
  readonly coinId: string;
  readonly coinName: string;
  readonly type: AccountType;
  /** Available when the link was drawn; undefined when the address has no valid figure. */
  readonly available: string | undefined;
  readonly worth: string | undefined;
}

/** The address of a coin's row. */
export const accountPath = (type: AccountType, { coinId, coinName, balance, all_zhprice }: CoinBalance): string =>
  `/trade-account?${new URLSearchParams({ id: String(coinId), name: coinName, type: String(type), usd: balance, conversion: all_zhprice })}`;

const TYPES: Readonly<Record<string, AccountType>> = { 1: 1, 2: 2, 3: 3 };
export const accountTypeIn = (text: string | null): AccountType | undefined =>
  text !== null && Object.hasOwn(TYPES, text) ? TYPES[text] : undefined;

const ID = /^[1-9]\d{0,18}$/;
/** An id in an address; undefined for anything else. */
export const idIn = (text: string | null): string | undefined => (text !== null && ID.test(text) ? text : undefined);

const decimalIn = (text: string | null): string | undefined =>
  text !== null && parseAmount(text) !== null ? text : undefined;

/** Reads the address of /trade-account; undefined when it names no account. */
export function readAccountPlace(query: URLSearchParams): AccountPlace | undefined {
  const coinId = idIn(query.get('id'));
  const type = accountTypeIn(query.get('type'));
  if (coinId === undefined || type === undefined) return undefined;
  return {
    coinId,
    coinName: query.get('name') ?? '',
    type,
    available: decimalIn(query.get('usd')),
    worth: decimalIn(query.get('conversion')),
  };
}

/** The screen that moves money into an account. */
export const fillPath = (type: AccountType): string => `/changemoney?${new URLSearchParams({ to: String(type) })}`;

/** The screen that moves a coin out of an account. */
export const movePath = ({ coinId, type }: Pick<AccountPlace, 'coinId' | 'type'>): string =>
  `/changemoney?${new URLSearchParams({ coin: coinId, from: String(type) })}`;
