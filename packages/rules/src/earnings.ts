import { amountOfUnits, interest, percentage, rateOfUnits, unitOf, type Amount, type Rate } from '@plimsoll/money';
import { fullDays } from './day.ts';

/** A year, whatever the calendar says (RULES 6). */
const YEAR_DAYS = 365;

/** An amount and the percentage it earns. */
export interface Earning {
  readonly amount: Amount;
  /** Percent: a year of a stake, a day of a lock-mining order. */
  readonly rate: Rate;
  /** Places of the coin, to which earnings are rounded. */
  readonly decimals: number;
}

/** Revenue of a stake over `days`: amount × rate / 100 × days / 365, rounded once, half-even (RULES 6). */
export const stakeRevenue = ({ amount, rate, decimals }: Earning, days: number): Amount =>
  interest(amount, rate, { days, per: YEAR_DAYS }, 'half-even', unitOf(decimals));

/** Revenue of a stake's full days up to `atMs`, which is before its end. */
export const stakeAccrued = (stake: Earning & { readonly placedAtMs: number }, atMs: number): Amount =>
  stakeRevenue(stake, fullDays(stake.placedAtMs, atMs));

/** Daily revenue of a lock-mining order: amount × rate / 100, half-even (RULES 6). */
export const miningDaily = ({ amount, rate, decimals }: Earning): Amount =>
  percentage(amount, rate, 'half-even', unitOf(decimals));

/** What a percentage a day is a year, without interest on interest: to be shown beside yearly ones, never to be paid by. */
export const yearly = (perDay: Rate): Rate => rateOfUnits((perDay as bigint) * BigInt(YEAR_DAYS));

/** Revenue of a lock-mining order over `days`. */
export const miningTotal = (daily: Amount, days: number): Amount => amountOfUnits(daily * BigInt(days));
