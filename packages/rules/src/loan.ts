import { interest, unitOf, ZERO, type Amount, type Rate } from '@plimsoll/money';
import { fullDays } from './day.ts';

/** Input of {@link loanInterest}. */
export interface LoanTerms {
  readonly amount: Amount;
  /** Percent a day. */
  readonly rate: Rate;
  /** Places of the coin, to which interest is rounded. */
  readonly decimals: number;
}

/** Amount × rate × days / 100, half-even in the coin's last place (RULES 6). */
export const loanInterest = ({ amount, rate, decimals }: LoanTerms, days: number): Amount =>
  interest(amount, rate, { days, per: 1 }, 'half-even', unitOf(decimals));

/** Input of {@link lateInterest}. */
export interface LateLoan extends LoanTerms {
  /** Epoch milliseconds; null before approval. */
  readonly dueAtMs: number | null;
  /** The funds did not cover it when it was collected. A late collection by the platform costs nothing. */
  readonly isOverdue: boolean;
  /** The terms at application included late interest. */
  readonly runsLate: boolean;
}

/** Full days that a loan is overdue at `atMs`; 0 where no late interest is due. */
export const lateDays = ({ dueAtMs, isOverdue, runsLate }: LateLoan, atMs: number): number =>
  !isOverdue || !runsLate || dueAtMs === null ? 0 : fullDays(dueAtMs, atMs);

/** {@link loanInterest} of the full days overdue, in the loan's coin (RULES 6). */
export function lateInterest(loan: LateLoan, atMs: number): Amount {
  const days = lateDays(loan, atMs);
  return days === 0 ? ZERO : loanInterest(loan, days);
}
