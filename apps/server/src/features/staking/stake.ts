import type { Amount, Rate } from '@plimsoll/money';
import { type Id } from '../../platform/db-columns.ts';

/** What the numbers of stakes begin with. */
export const KIND = 'S';

/** A stake, as it was agreed when it was placed. */
export interface PlacedStake {
  readonly id: Id<'stake'>;
  readonly memberId: Id<'member'>;
  /** The duration it was placed for. */
  readonly infoId: Id<'staking info'>;
  readonly coinId: Id<'coin'>;
  /** 1 flexible, 2 fixed */
  readonly type: 1 | 2;
  readonly days: number;
  /** Percent a year. */
  readonly rate: Rate;
  /** Places of the coin, in which the revenue is rounded. */
  readonly decimals: number;
  readonly amount: Amount;
  /** What the whole time earns. */
  readonly revenue: Amount;
  readonly placedAtMs: number;
  readonly endsAtMs: number;
}

/** What of a stake its journals are made of. */
export type Staked = Pick<PlacedStake, 'id' | 'memberId' | 'coinId' | 'amount' | 'revenue'>;
