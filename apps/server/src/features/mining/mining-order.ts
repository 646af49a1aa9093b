import type { Amount, Rate } from '@plimsoll/money';
import { type Id } from '../../platform/db-columns.ts';

/** Prefix of lock-mining orders' numbers. */
export const KIND = 'M';

/** An order, as agreed when placed. */
export interface PlacedOrder {
  readonly id: Id<'mining order'>;
  readonly memberId: Id<'member'>;
  readonly productId: Id<'mining product'>;
  readonly productVersion: number;
  readonly coinId: Id<'coin'>;
  /** Percent a day. */
  readonly rate: Rate;
  readonly days: number;
  /** Places of the coin; the interest is rounded to them. */
  readonly decimals: number;
  readonly amount: Amount;
  /** What each full day pays. */
  readonly daily: Amount;
  readonly placedAtMs: number;
  readonly endsAtMs: number;
}

/** What an order's journals need. */
export type Locked = Pick<PlacedOrder, 'id' | 'memberId' | 'coinId' | 'amount'>;
