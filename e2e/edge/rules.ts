import type { Direction } from '@plimsoll/proof';
import type { Amount, Price, Rate } from '@plimsoll/money';
import type { Side } from '@plimsoll/contract';
import type { Track } from './track.ts';

/** An option's line, and when its duration begins. */
export interface Line {
  readonly price: Price;
  readonly fromMs: number;
}

export interface Option {
  readonly line: Line;
  readonly direction: Direction;
  readonly seconds: number;
  /** Profit of a win per unit staked. */
  readonly rate: Rate;
}

export interface Dealt {
  readonly base: Amount;
  readonly quote: Amount;
}

/** One member on one market; rules may remember earlier deals. */
export interface Dealer {
  /** Buys for at most `quantity` of quote, or sells `quantity` of base, at the book of a moment, less fees. */
  spot(index: number, side: Side, quantity: Amount): Dealt;
  /** Converts at the book of a moment: quote into base to `buy`, base into quote to `sell`. */
  exchange(index: number, side: Side, quantity: Amount): Dealt;
}

/**
 * How the platform deals: the server's own pure functions behind one interface, so that other rules can be compared.
 */
export interface DealingRules {
  readonly name: string;
  /** The line of an option accepted at `ms`; undefined where it is refused or void. */
  line(track: Track, ms: number): Line | undefined;
  /** Return of an option per unit staked: its rate, −1, or 0 for a tie or a void. */
  outcome(track: Track, option: Option): number;
  dealer(track: Track): Dealer;
}
