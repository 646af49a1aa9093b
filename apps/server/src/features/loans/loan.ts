import { REPAYMENT, type LoanStatus, type Repayment } from '@plimsoll/contract';
import type { Amount, Rate } from '@plimsoll/money';
import { DAY_MS, type LateLoan } from '@plimsoll/rules';
import type { Id } from '../../platform/db-columns.ts';
import type { Coin, MarketData } from '../../market/index.ts';

/** What the order numbers of loans begin with. */
export const KIND = 'L';
/** What is lent (docs/wire/loans.md). */
export const LENT = 'USDT';

/** The coin that is lent; undefined while it is disabled. */
export const lentCoin = (market: Pick<MarketData, 'coins'>): Coin | undefined =>
  market.coins().find(({ title }) => title === LENT);

/** A loan as it was applied for: nothing of this changes any more. */
export interface AppliedLoan {
  readonly id: Id<'loan'>;
  readonly memberId: Id<'member'>;
  readonly projectId: Id<'loan project'>;
  readonly projectVersion: number;
  readonly coinId: Id<'coin'>;
  readonly amount: Amount;
  /** Percent a day. */
  readonly rate: Rate;
  /** Days of 24 hours. */
  readonly days: number;
  /** Places of the coin, in which the interest was rounded. */
  readonly decimals: number;
  readonly interest: Amount;
  readonly total: Amount;
  readonly images: LoanImages;
}

/** The three images of an application, by their uploads' names. */
export interface LoanImages {
  readonly front: string;
  readonly back: string;
  readonly handheld: string;
}

/** What of a loan its journals are made of. */
export type Lent = Pick<AppliedLoan, 'id' | 'memberId' | 'coinId' | 'amount' | 'interest' | 'total'>;

/** A loan as what becomes of it sees it. */
export interface LoanState extends Lent, Pick<AppliedLoan, 'rate' | 'decimals'> {
  readonly days: number;
  readonly status: LoanStatus;
  readonly repayment: Repayment;
  /** Null before approval. */
  readonly dueAtMs: number | null;
  /** Interest runs on while it is overdue: so it was agreed. */
  readonly runsLate: boolean;
}

/** What late interest hangs on, of a loan as it stands. */
export const lateOf = ({ amount, rate, decimals, dueAtMs, repayment, runsLate }: LoanState): LateLoan => ({
  amount,
  rate,
  decimals,
  dueAtMs,
  runsLate,
  isOverdue: repayment === REPAYMENT.overdue,
});

/** When a loan approved at `atMs` is collected: to the millisecond, a day being 24 hours. */
export const dueAtMs = (atMs: number, days: number): number => atMs + days * DAY_MS;
