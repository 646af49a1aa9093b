import { interest, percentage, unitOf, type Amount, type Rate } from '@plimsoll/money';
import { fullDays } from './day.ts';

/** A year, whatever the calendar says (RULES 6). */
const YEAR_DAYS = 365;

/** An amount and the percentage that it earns. */
export interface Earning {
  readonly amount: Amount;
  /** Percent: a year of a stake, a day of a lock-mining order. */
  readonly rate: Rate;
  /** Places of the coin, in which what is earned is rounded. */
  readonly decimals: number;
}

/** What so many days of a stake earn: amount × rate / 100 × days / 365, rounded once, half-even (RULES 6). */
export const stakeRevenue = ({ amount, rate, decimals }: Earning, days: number): Amount =>
  interest(amount, rate, { days, per: YEAR_DAYS }, 'half-even', unitOf(decimals));

/** What a stake has earned at `atMs`, before its end: of full days, none while the clock is behind the placing. */
export const stakeAccrued = (stake: Earning & { readonly placedAtMs: number }, atMs: number): Amount =>
  stakeRevenue(stake, fullDays(stake.placedAtMs, atMs));

/** What each full day of a lock-mining order pays: amount × rate / 100, half-even (RULES 6). */
export const miningDaily = ({ amount, rate, decimals }: Earning): Amount =>
  percentage(amount, rate, 'half-even', unitOf(decimals));

/** What a lock-mining order pays in `days` days, each of which pays the same `daily`. */
export const miningTotal = (daily: Amount, days: number): Amount => (daily * BigInt(days)) as Amount;
