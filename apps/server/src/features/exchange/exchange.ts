import type { AccountType } from '@plimsoll/contract';
import type { Amount, Price, Rate, Ratio, Take } from '@plimsoll/money';
import type { Coin } from '../../market/index.ts';
import type { Terms } from '../spot/index.ts';

export interface ExchangeLeg {
  readonly marketId: string;
  readonly symbol: string;
  readonly bookSeq: number;
  /** True when the market's base was sold for its quote. */
  readonly sells: boolean;
  readonly mid: Price;
  /** Its bound: the price is never better than this less the spread. */
  readonly mark: { readonly seq: number; readonly price: Price };
  readonly given: Amount;
  /** Rounded down to `decimals`. */
  readonly received: Amount;
  readonly decimals: number;
  /** Received per unit given, before rounding. */
  readonly ratio: Ratio;
  readonly takes: readonly Take[];
  /** Null for a quotation. */
  readonly terms: Terms | null;
}

export interface Exchange {
  readonly id: string;
  readonly memberId: string;
  readonly type: AccountType;
  readonly from: Coin;
  readonly to: Coin;
  readonly given: Amount;
  /** Rounded down to the places of the coin. */
  readonly received: Amount;
  /** The part of `given` that rounding left without a return. */
  readonly residue: Amount;
  readonly spread: Rate;
  /** What its legs dealt, in USDT. */
  readonly worth: Amount;
  readonly legs: readonly ExchangeLeg[];
}
