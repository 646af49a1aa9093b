import type { Amount, Rate } from '@plimsoll/money';
import { type Id } from '../../platform/db-columns.ts';

/** Prefix of stakes' order numbers. */
export const KIND = 'S';

/** A stake, as agreed when placed. */
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
  /** Places of the coin; the revenue is rounded to them. */
  readonly decimals: number;
  readonly amount: Amount;
  /** For the whole duration. */
  readonly revenue: Amount;
  readonly placedAtMs: number;
  readonly endsAtMs: number;
}

/** What a stake's journals need. */
export type Staked = Pick<PlacedStake, 'id' | 'memberId' | 'coinId' | 'amount' | 'revenue'>;
