import type { Amount, Rate } from '@plimsoll/money';
import { type Id } from '../../platform/db-columns.ts';

/** Prefix of transfers' order numbers. */
export const KIND = 'T';

/** A transfer to another member, as agreed when placed. */
export interface PlacedTransfer {
  readonly id: Id<'transfer'>;
  readonly memberId: Id<'member'>;
  readonly toMemberId: Id<'member'>;
  readonly coinId: Id<'coin'>;
  /** What leaves the sender's funds. */
  readonly amount: Amount;
  /** The fee as a fraction. */
  readonly rate: Rate;
  /** Places of the coin; the fee is rounded down to them. */
  readonly decimals: number;
  readonly fee: Amount;
  /** What the receiver gets. */
  readonly net: Amount;
  /** Of 24 hours; 0 is at once. */
  readonly days: number;
  readonly placedAtMs: number;
  readonly arrivesAtMs: number;
}

/** What a transfer's journals need. */
export type Moved = Pick<PlacedTransfer, 'id' | 'memberId' | 'toMemberId' | 'coinId' | 'amount' | 'fee' | 'net'>;
