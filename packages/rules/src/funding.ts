import { floorTo, minOf, minus, percentage, share, unitOf, type Amount, type Rate } from '@plimsoll/money';

/** The two parts of an amount that leaves an account. */
export interface FeeAndNet {
  /** Rounded down to the coin's places (RULES 1). */
  readonly fee: Amount;
  /** What arrives; may be zero. */
  readonly net: Amount;
}

/** What a withdrawal of a coin costs. */
export interface WithdrawalFee {
  /** 1 a percentage of the amount, 2 a fixed fee. */
  readonly feeType: 1 | 2;
  /** 1.5 is 1.5 %. */
  readonly feePercent: Rate;
  readonly feeFixed: Amount;
  /** Of the coin. */
  readonly decimals: number;
}

/** The fee of withdrawing `gross`; may exceed `gross` (RULES 5). */
export function withdrawalFee(gross: Amount, { feeType, feePercent, feeFixed, decimals }: WithdrawalFee): Amount {
  const unit = unitOf(decimals);
  return feeType === 1 ? percentage(gross, feePercent, 'down', unit) : floorTo(feeFixed, unit);
}

/** Fee and net of withdrawing `gross`; the fee is capped at `gross` (RULES 5). */
export function withdrawalParts(gross: Amount, terms: WithdrawalFee): FeeAndNet {
  const fee = minOf(withdrawalFee(gross, terms), gross);
  return { fee, net: minus(gross, fee) };
}

/** What sending a coin to another member costs. */
export interface TransferFee {
  /** A fraction below 1. */
  readonly rate: Rate;
  /** Of the coin. */
  readonly decimals: number;
}

/** Fee and net of sending `gross` to another member (RULES 5). */
export function transferParts(gross: Amount, { rate, decimals }: TransferFee): FeeAndNet {
  const fee = share(gross, rate, 'down', unitOf(decimals));
  return { fee, net: minus(gross, fee) };
}
