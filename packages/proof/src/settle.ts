import { share, ZERO, type Amount, type Price, type Rate } from '@plimsoll/money';

/** `up`: the price will be above the line; `down`: below it. */
export type Direction = 'up' | 'down';
/** How an option ended (rules 4). */
export type Outcome = 'win' | 'lose' | 'tie' | 'void';

/** What an option was taken on, frozen at entry. */
export interface OptionTerms {
  readonly direction: Direction;
  readonly stake: Amount;
  /** Profit of a win per unit staked: 0.80 pays 1.80 back. */
  readonly rate: Rate;
  /** The line: the last accepted price when the order was taken. */
  readonly entryPrice: Price;
  readonly expiresAtMs: number;
  /** The exit tick may be at most this much older than the expiry. */
  readonly freshMs: number;
  /** The finest amount the staked coin has. */
  readonly unit: Amount;
}

/** The part of a tick that settling looks at. */
export interface ExitTick {
  readonly price: Price;
  readonly receiveTimeMs: number;
}

export interface Settlement<T extends ExitTick = ExitTick> {
  readonly outcome: Outcome;
  /** The profit, or minus the stake; zero for a tie and a void. */
  readonly profit: Amount;
  /** The tick that decided; null when there was none, which makes it void. */
  readonly exit: T | null;
}

/** What a win pays beyond the stake, half-even (rules 1, 4). */
export const winnings = ({ stake, rate, unit }: Pick<OptionTerms, 'stake' | 'rate' | 'unit'>): Amount => share(stake, rate, 'half-even', unit);

/** The last tick of a stretch at or before a moment; undefined when there is none. */
export const tickAt = <T extends ExitTick>(ticks: readonly T[], atMs: number): T | undefined => ticks.findLast((tick) => tick.receiveTimeMs <= atMs);

/**
 * How an option ends: a pure function of what was agreed and of the tape (rules 4). `last` is the last accepted tick at or before the expiry.
 * Nothing else can enter into it.
 */
export function settle<T extends ExitTick>(terms: OptionTerms, last: T | undefined): Settlement<T> {
  if (!last || terms.expiresAtMs - last.receiveTimeMs > terms.freshMs) return { outcome: 'void', profit: ZERO, exit: null };
  if (last.price === terms.entryPrice) return { outcome: 'tie', profit: ZERO, exit: last };
  const isRight = terms.direction === 'up' ? last.price > terms.entryPrice : last.price < terms.entryPrice;
  return isRight
    ? { outcome: 'win', profit: winnings(terms), exit: last }
    : { outcome: 'lose', profit: -terms.stake as Amount, exit: last };
}
