import { REPAYMENT, type LoanStatus, type Repayment } from '@plimsoll/contract';
import type { Amount, Rate } from '@plimsoll/money';
import { DAY_MS, type LateLoan } from '@plimsoll/rules';
import type { Id } from '../../platform/db-columns.ts';
import type { Coin, MarketData } from '../../market/index.ts';

/** Prefix of loans' order numbers. */
export const KIND = 'L';
/** The coin lent (docs/wire/loans.md). */
export const LENT = 'USDT';

/** The coin lent; undefined while it is disabled. */
export const lentCoin = (market: Pick<MarketData, 'coins'>): Coin | undefined =>
  market.coins().find(({ title }) => title === LENT);

/** Fixed at the application. */
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
  /** Of the coin; the interest is rounded to them. */
  readonly decimals: number;
  readonly interest: Amount;
  readonly total: Amount;
  readonly images: LoanImages;
}

/** The images of an application: names of uploads. */
export interface LoanImages {
  readonly front: string;
  readonly back: string;
  readonly handheld: string;
}

/** What a loan's journals need. */
export type Lent = Pick<AppliedLoan, 'id' | 'memberId' | 'coinId' | 'amount' | 'interest' | 'total'>;

export interface LoanState extends Lent, Pick<AppliedLoan, 'rate' | 'decimals'> {
  readonly days: number;
  readonly status: LoanStatus;
  readonly repayment: Repayment;
  /** Null before approval. */
  readonly dueAtMs: number | null;
  /** Late interest was agreed. */
  readonly runsLate: boolean;
}

/** The parameters of late interest. */
export const lateOf = ({ amount, rate, decimals, dueAtMs, repayment, runsLate }: LoanState): LateLoan => ({
  amount,
  rate,
  decimals,
  dueAtMs,
  runsLate,
  isOverdue: repayment === REPAYMENT.overdue,
});

/** When a loan approved at `atMs` is collected; a day is 24 hours. */
export const dueAtMs = (atMs: number, days: number): number => atMs + days * DAY_MS;
