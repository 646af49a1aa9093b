import { interest, unitOf, ZERO, type Amount, type Rate } from '@plimsoll/money';
import { fullDays } from './day.ts';

/** What a loan's interest is computed from. */
export interface LoanTerms {
  readonly amount: Amount;
  /** Percent a day. */
  readonly rate: Rate;
  /** Places of the coin, in which interest is rounded. */
  readonly decimals: number;
}

/** Amount × rate × days / 100, half-even in the coin's last place (RULES 6). */
export const loanInterest = ({ amount, rate, decimals }: LoanTerms, days: number): Amount =>
  interest(amount, rate, { days, per: 1 }, 'half-even', unitOf(decimals));

/** What a loan's late interest is computed from. */
export interface LateLoan extends LoanTerms {
  /** Epoch milliseconds; null before approval. */
  readonly dueAtMs: number | null;
  /** It was found at its time that funds did not pay it: what only the platform was late with costs nobody anything. */
  readonly isOverdue: boolean;
  /** It was applied for when late interest was part of the terms: what was agreed before has none. */
  readonly runsLate: boolean;
}

/** Full days of 24 hours that a loan has been overdue for at `atMs`; 0 where no late interest is due. */
export const lateDays = ({ dueAtMs, isOverdue, runsLate }: LateLoan, atMs: number): number =>
  !isOverdue || !runsLate || dueAtMs === null ? 0 : fullDays(dueAtMs, atMs);

/** {@link loanInterest} of the full days late, in the loan's coin (RULES 6). */
export function lateInterest(loan: LateLoan, atMs: number): Amount {
  const days = lateDays(loan, atMs);
  return days === 0 ? ZERO : loanInterest(loan, days);
}
