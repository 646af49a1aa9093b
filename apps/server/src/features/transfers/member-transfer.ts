import type { Amount, Rate } from '@plimsoll/money';
import { type Id } from '../../platform/db-columns.ts';

/** What the order numbers of transfers begin with. */
export const KIND = 'T';

/** A transfer to another member, as it was agreed when it was placed. */
export interface PlacedTransfer {
  readonly id: Id<'transfer'>;
  readonly memberId: Id<'member'>;
  readonly toMemberId: Id<'member'>;
  readonly coinId: Id<'coin'>;
  /** What leaves the sender's funds. */
  readonly amount: Amount;
  /** The fee as a fraction. */
  readonly rate: Rate;
  /** Places of the coin, in which the fee was rounded down. */
  readonly decimals: number;
  readonly fee: Amount;
  /** What the receiver gets. */
  readonly net: Amount;
  /** Of 24 hours; 0 is at once. */
  readonly days: number;
  readonly placedAtMs: number;
  readonly arrivesAtMs: number;
}

/** What of a transfer its journals are made of. */
export type Moved = Pick<PlacedTransfer, 'id' | 'memberId' | 'toMemberId' | 'coinId' | 'amount' | 'fee' | 'net'>;
