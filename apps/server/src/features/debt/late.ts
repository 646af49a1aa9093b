import { interest, unitOf, ZERO, type Amount, type Rate } from '@plimsoll/money';

const DAY_MS = 24 * 60 * 60 * 1000;

/** What of a loan its late interest hangs on. */
export interface LateLoan {
  readonly amount: Amount;
  /** Percent a day. */
  readonly rate: Rate;
  /** Places of the coin. */
  readonly decimals: number;
  /** Epoch milliseconds; null before approval. */
  readonly dueAtMs: number | null;
  /** It was found at its time that funds did not pay it: what only the platform was late with costs nobody anything. */
  readonly isOverdue: boolean;
  /** It was applied for when interest ran on already: what was agreed before has none. */
  readonly runsLate: boolean;
}

/** Full days of 24 hours that a loan has been overdue for at `atMs`; 0 where no interest runs on. */
export function lateDays({ dueAtMs, isOverdue, runsLate }: LateLoan, atMs: number): number {
  if (!isOverdue || !runsLate || dueAtMs === null) return 0;
  return Math.max(0, Math.floor((atMs - dueAtMs) / DAY_MS));
}

/** Amount × rate × full days late / 100, half-even in the coin's last place, in the loan's coin (RULES 6). */
export function lateInterest(loan: LateLoan, atMs: number): Amount {
  const days = lateDays(loan, atMs);
  return days === 0 ? ZERO : interest(loan.amount, loan.rate, { days, per: 1 }, 'half-even', unitOf(loan.decimals));
}
