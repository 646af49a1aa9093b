import type { AccountType } from '@plimsoll/contract';
import type { Amount, ConversionLeg, Rate } from '@plimsoll/money';
import type { Coin } from '../../market/types.ts';

/** A market an exchange went through, with the snapshot whose middle was its price. */
export interface ExchangeLeg extends ConversionLeg {
  readonly marketId: string;
  readonly symbol: string;
  readonly bookSeq: number;
}

/** One coin given for another. */
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
  /** Taken once a leg. */
  readonly spread: Rate;
  readonly legs: readonly ExchangeLeg[];
}
