import { floorTo, least, minus, percentage, share, unitOf, type Amount, type Rate } from '@plimsoll/money';

/** An amount that leaves an account, taken apart: fee and net are all of it. */
export interface FeeAndNet {
  /** Rounded down to the coin's places (RULES 1). */
  readonly fee: Amount;
  /** What arrives: zero when the fee takes all. */
  readonly net: Amount;
}

/** What a withdrawal of a coin costs. */
export interface WithdrawalFee {
  /** 1 a percentage of the amount, 2 a fixed fee. */
  readonly feeType: 1 | 2;
  /** 1.5 is one and a half hundredth. */
  readonly feePercent: Rate;
  readonly feeFixed: Amount;
  /** Places the coin keeps. */
  readonly decimals: number;
}

/** The fee of withdrawing `gross`, which may be more than `gross` itself (RULES 5). */
export function withdrawalFee(gross: Amount, { feeType, feePercent, feeFixed, decimals }: WithdrawalFee): Amount {
  const unit = unitOf(decimals);
  return feeType === 1 ? percentage(gross, feePercent, 'down', unit) : floorTo(feeFixed, unit);
}

/** What withdrawing `gross` comes to: at most all of it is the fee (RULES 5). */
export function withdrawalParts(gross: Amount, terms: WithdrawalFee): FeeAndNet {
  const fee = least(withdrawalFee(gross, terms), gross);
  return { fee, net: minus(gross, fee) };
}

/** What sending a coin to another member costs. */
export interface TransferFee {
  /** A fraction below 1. */
  readonly rate: Rate;
  /** Places the coin keeps. */
  readonly decimals: number;
}

/** What sending `gross` to another member costs, and what arrives (RULES 5). */
export function transferParts(gross: Amount, { rate, decimals }: TransferFee): FeeAndNet {
  const fee = share(gross, rate, 'down', unitOf(decimals));
  return { fee, net: minus(gross, fee) };
}
