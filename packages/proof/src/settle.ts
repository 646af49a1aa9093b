import { minus, ZERO, type Amount, type Price } from '@plimsoll/money';
import { winnings, type StakedAmount } from '@plimsoll/rules';
import type { Mark } from './mark.ts';

/** `up`: the price will be above the line; `down`: below it. */
export type Direction = 'up' | 'down';
/** How an option ended (RULES 4). */
export type Outcome = 'win' | 'lose' | 'tie' | 'void';

/** The stake of an option, frozen at entry. */
export interface OptionStake extends StakedAmount {
  readonly direction: Direction;
}

/** Terms of an option by rules 1, which trades decide. */
export interface OptionTerms extends OptionStake {
  /** The line: the last accepted price when the option was placed. */
  readonly entryPrice: Price;
  readonly expiresAtMs: number;
  /** Maximum age of the exit tick at expiry. */
  readonly freshMs: number;
}

/** Terms of an option by rules 2, which marks decide. */
export interface MarkTerms extends OptionStake {
  /** When it was accepted. */
  readonly placedAtMs: number;
  readonly seconds: number;
  /** The line is the first mark at least this long after acceptance. */
  readonly lineDelayMs: number;
  /** Without a mark this long after the delay there is no line, and the option is void. */
  readonly lineWithinMs: number;
  /** Maximum age of the exit mark at expiry. */
  readonly freshMs: number;
  /** Without a fresh one, the first mark within this time after the expiry decides. */
  readonly nextWithinMs: number;
}

/** The part of a tick that settlement reads. */
export interface ExitTick {
  readonly price: Price;
  readonly receiveTimeMs: number;
}

export interface Settlement<T extends { readonly price: Price } = ExitTick> {
  readonly outcome: Outcome;
  /** Profit, or minus the stake; zero for a tie and a void. */
  readonly profit: Amount;
  /** The tick or mark that decided; null for a void. */
  readonly exit: T | null;
}

/** The last tick at or before a moment; undefined when there is none. */
export const tickAt = <T extends ExitTick>(ticks: readonly T[], atMs: number): T | undefined =>
  ticks.findLast((tick) => tick.receiveTimeMs <= atMs);

/** Settles an option by its line and exit price only; void without either. Pure. */
export function settleAt<T extends { readonly price: Price }>(
  staked: OptionStake,
  line: Price | null,
  exit: T | undefined,
): Settlement<T> {
  if (line === null || !exit) return { outcome: 'void', profit: ZERO, exit: null };
  if (exit.price === line) return { outcome: 'tie', profit: ZERO, exit };
  const isRight = staked.direction === 'up' ? exit.price > line : exit.price < line;
  return isRight
    ? { outcome: 'win', profit: winnings(staked), exit }
    : { outcome: 'lose', profit: minus(ZERO, staked.stake), exit };
}

/** Settles an option by rules 1; `last` is the last accepted tick at or before its expiry. Pure. */
export function settle<T extends ExitTick>(terms: OptionTerms, last: T | undefined): Settlement<T> {
  return settleAt(
    terms,
    terms.entryPrice,
    last && terms.expiresAtMs - last.receiveTimeMs <= terms.freshMs ? last : undefined,
  );
}

type LineTerms = Pick<MarkTerms, 'placedAtMs' | 'lineDelayMs' | 'lineWithinMs'>;

/** The line of an option by rules 2: the first usable mark after acceptance and the delay; undefined without one in time. */
export function lineOf<T extends Mark>(
  marks: readonly T[],
  { placedAtMs, lineDelayMs, lineWithinMs }: LineTerms,
): T | undefined {
  const fromMs = placedAtMs + lineDelayMs;
  return marks.find(({ timeMs, held }) => !held && timeMs >= fromMs && timeMs <= fromMs + lineWithinMs);
}

/**
 * The exit of an option by rules 2: the last usable mark at or before its expiry if it is fresh, else the first after it
 * in time; undefined without either.
 */
export function exitOf<T extends Mark>(
  marks: readonly T[],
  expiresAtMs: number,
  { freshMs, nextWithinMs }: Pick<MarkTerms, 'freshMs' | 'nextWithinMs'>,
): T | undefined {
  const last = marks.findLast(({ timeMs, held }) => !held && timeMs <= expiresAtMs);
  if (last && expiresAtMs - last.timeMs <= freshMs) return last;
  return marks.find(({ timeMs, held }) => !held && timeMs > expiresAtMs && timeMs <= expiresAtMs + nextWithinMs);
}
