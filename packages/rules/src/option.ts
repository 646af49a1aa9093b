import { plus, share, type Amount, type Rate } from '@plimsoll/money';

/** What an option's payout is computed from. */
export interface StakedAmount {
  readonly stake: Amount;
  /** Profit of a win per unit staked: 0.80 pays 1.80 back. */
  readonly rate: Rate;
  /** The finest amount the staked coin has. */
  readonly unit: Amount;
}

/** What a win pays beyond the stake, half-even (RULES 1, RULES 4). */
export const winnings = ({ stake, rate, unit }: StakedAmount): Amount => share(stake, rate, 'half-even', unit);

/** What a win pays in all: the stake and its {@link winnings}. */
export const payoutOf = (staked: StakedAmount): Amount => plus(staked.stake, winnings(staked));
