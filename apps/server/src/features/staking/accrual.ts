import { interest, unitOf, type Amount } from '@plimsoll/money';
import { DAY_MS, type PlacedStake } from './stake.ts';

/** A year, whatever the calendar says (RULES 6). */
const YEAR_DAYS = 365;

/**
 * What so many days of a stake earn: amount × rate / 100 × days / 365, rounded once, half-even, to the coin's places.
 */
export const revenueOf = (
  { amount, rate, decimals }: Pick<PlacedStake, 'amount' | 'rate' | 'decimals'>,
  days: number,
): Amount => interest(amount, rate, { days, per: YEAR_DAYS }, 'half-even', unitOf(decimals));

/** What has accrued at `atMs`, before the end: of full days, none while the clock is behind the placing. */
export const accruedAt = (
  stake: Pick<PlacedStake, 'amount' | 'rate' | 'decimals' | 'placedAtMs'>,
  atMs: number,
): Amount =>
  // not money: days
  revenueOf(stake, Math.max(0, Math.floor((atMs - stake.placedAtMs) / DAY_MS)));
