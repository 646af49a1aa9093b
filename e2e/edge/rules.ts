import type { Direction } from '@plimsoll/proof';
import type { Amount, Rate } from '@plimsoll/money';
import type { Side } from '@plimsoll/contract';
import type { Track } from './track.ts';

/** What an option's line is, and when its time begins. */
export interface Line {
  /** Exact, in units of 10⁻⁸. */
  readonly price: bigint;
  /** Epoch milliseconds that the duration counts from. */
  readonly fromMs: number;
}

export interface Option {
  readonly line: Line;
  readonly direction: Direction;
  readonly seconds: number;
  /** Profit of a win per unit staked. */
  readonly rate: Rate;
}

/** What a deal gives and takes, in base and quote. */
export interface Dealt {
  readonly base: Amount;
  readonly quote: Amount;
}

/** A member's hands on one market: what rules remember from deal to deal is theirs. */
export interface Dealer {
  /** Buys for at most `quantity` of quote, or sells `quantity` of base, at the book of a moment; fees are taken. */
  spot(index: number, side: Side, quantity: Amount): Dealt;
  /** Converts so much at the book of a moment: quote into base to `buy`, base into quote to `sell`. */
  exchange(index: number, side: Side, quantity: Amount): Dealt;
}

/**
 * How the platform deals: the server's own pure functions behind one door, so that other rules can be played against in
 * the same way.
 */
export interface DealingRules {
  readonly name: string;
  /** The line of an option that was accepted at `ms`; undefined where it is refused or void. */
  line(track: Track, ms: number): Line | undefined;
  /** What an option brings for each unit staked: its rate, −1, or 0 for a tie or a void. */
  outcome(track: Track, option: Option): number;
  dealer(track: Track): Dealer;
}
