import type { Amount, Rate } from '@plimsoll/money';
import { type Id } from '../../platform/db-columns.ts';

/** What the numbers of lock-mining orders begin with. */
export const KIND = 'M';

/** An order, as it was agreed when it was placed. */
export interface PlacedOrder {
  readonly id: Id<'mining order'>;
  readonly memberId: Id<'member'>;
  readonly productId: Id<'mining product'>;
  readonly productVersion: number;
  readonly coinId: Id<'coin'>;
  /** Percent a day. */
  readonly rate: Rate;
  readonly days: number;
  /** Places of the coin, in which the interest was rounded. */
  readonly decimals: number;
  readonly amount: Amount;
  /** What each full day pays. */
  readonly daily: Amount;
  readonly placedAtMs: number;
  readonly endsAtMs: number;
}

/** What of an order its journals are made of. */
export type Locked = Pick<PlacedOrder, 'id' | 'memberId' | 'coinId' | 'amount'>;
