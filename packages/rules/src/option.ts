import { plus, share, type Amount, type Rate } from '@plimsoll/money';

/** Input of {@link payoutOf}. */
export interface StakedAmount {
  readonly stake: Amount;
  /** Profit of a win per unit staked: 0.80 pays out 1.80. */
  readonly rate: Rate;
  /** The smallest amount of the staked coin. */
  readonly unit: Amount;
}

/** Profit of a win, half-even (RULES 1, RULES 4). */
export const winnings = ({ stake, rate, unit }: StakedAmount): Amount => share(stake, rate, 'half-even', unit);

/** What a win pays: the stake and its {@link winnings}. */
export const payoutOf = (staked: StakedAmount): Amount => plus(staked.stake, winnings(staked));
