import { ZERO, type Amount, type Price } from '@plimsoll/money';
import { winnings, type StakedAmount } from '@plimsoll/rules';
import type { Mark } from './mark.ts';

/** `up`: the price will be above the line; `down`: below it. */
export type Direction = 'up' | 'down';
/** How an option ended (RULES 4). */
export type Outcome = 'win' | 'lose' | 'tie' | 'void';

/** What was staked on an option, frozen at entry. */
export interface OptionStake extends StakedAmount {
  readonly direction: Direction;
}

/** An option by rules 1: what it was taken on. */
export interface OptionTerms extends OptionStake {
  /** The line: the last accepted price when the order was taken. */
  readonly entryPrice: Price;
  readonly expiresAtMs: number;
  /** The exit tick may be at most this much older than the expiry. */
  readonly freshMs: number;
}

/** An option by rules 2: what was staked, and the bounds that say which marks begin and end it. */
export interface MarkTerms extends OptionStake {
  /** When it was accepted. */
  readonly placedAtMs: number;
  readonly seconds: number;
  /** The line is the first mark so long after acceptance, or later. */
  readonly lineDelayMs: number;
  /** Later than this beyond that moment there is no line, and the option is void. */
  readonly lineWithinMs: number;
  /** The exit may be at most this much older than the expiry. */
  readonly freshMs: number;
  /** Where none is, the first mark so long after the expiry decides. */
  readonly nextWithinMs: number;
}

/** The part of a tick that settling looks at. */
export interface ExitTick {
  readonly price: Price;
  readonly receiveTimeMs: number;
}

export interface Settlement<T extends { readonly price: Price } = ExitTick> {
  readonly outcome: Outcome;
  /** The profit, or minus the stake; zero for a tie and a void. */
  readonly profit: Amount;
  /** What decided; null when there was nothing, which makes it void. */
  readonly exit: T | null;
}

/** The last tick of a stretch at or before a moment; undefined when there is none. */
export const tickAt = <T extends ExitTick>(ticks: readonly T[], atMs: number): T | undefined =>
  ticks.findLast((tick) => tick.receiveTimeMs <= atMs);

/**
 * What an exit price brings against a line; without a line or an exit the option is void. Nothing else can enter into
 * it.
 */
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
    : { outcome: 'lose', profit: -staked.stake as Amount, exit };
}

/**
 * How an option by rules 1 ends: a pure function of what was agreed and of the tape of trades. `last` is the last
 * accepted tick at or before the expiry.
 */
export function settle<T extends ExitTick>(terms: OptionTerms, last: T | undefined): Settlement<T> {
  return settleAt(
    terms,
    terms.entryPrice,
    last && terms.expiresAtMs - last.receiveTimeMs <= terms.freshMs ? last : undefined,
  );
}

type LineTerms = Pick<MarkTerms, 'placedAtMs' | 'lineDelayMs' | 'lineWithinMs'>;

/**
 * The line of an option by rules 2: the first mark of a stretch, not held back, at or after acceptance and the delay;
 * undefined when none came in time.
 */
export function lineOf<T extends Mark>(
  marks: readonly T[],
  { placedAtMs, lineDelayMs, lineWithinMs }: LineTerms,
): T | undefined {
  const fromMs = placedAtMs + lineDelayMs;
  return marks.find(({ timeMs, held }) => !held && timeMs >= fromMs && timeMs <= fromMs + lineWithinMs);
}

/**
 * What ends an option by rules 2: the last mark at or before its expiry if it is fresh, else the first after it in
 * time; undefined when neither is there.
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
