import { minus, PLACES, plus, rate, share, sum, ZERO, type Amount } from '@plimsoll/money';
import type { Level } from '../../market/index.ts';

/** What members took from one side of a market's books. */
export interface Taken {
  /** In base, all that had not come back by then. */
  readonly quantity: Amount;
  /** The time of the snapshot that something was taken from last, in ms; null when nothing ever was. */
  readonly atMs: number | null;
}

export const NOTHING_TAKEN: Taken = { quantity: ZERO, atMs: null };

const ONE = 10 ** PLACES;

/**
 * How much of what was taken has not come back at a snapshot of `atMs`: half of it each `recoveryMs` (RULES 3), rounded
 * up. Across a clock that was set back nobody can say how long it was; what the two times differ by counts.
 */
export function notRecovered({ quantity, atMs }: Taken, snapshotMs: number, recoveryMs: number): Amount {
  if (atMs === null || quantity === ZERO) return ZERO;
  const halvings = Math.abs(snapshotMs - atMs) / recoveryMs;
  // not money: the share of it that is still gone
  const gone = (Math.round(2 ** -halvings * ONE) / ONE).toFixed(PLACES);
  return share(quantity, rate(gone), 'up');
}

/** Levels without the first `off` of their sizes, best levels first. */
export function levelsLess(levels: readonly Level[], off: Amount): readonly Level[] {
  let rest = off;
  const left: Level[] = [];
  for (const { price, size } of levels) {
    if (rest >= size) rest = minus(rest, size);
    else {
      left.push({ price, size: minus(size, rest) });
      rest = ZERO;
    }
  }
  return left;
}

const total = (levels: readonly Level[]): Amount => sum(levels.map(({ size }) => size));

/** One side of a kept snapshot. */
export interface KeptSide {
  readonly taken: Taken;
  /** What was taken off it at first. */
  readonly off: Amount;
  readonly shown: readonly Level[];
  readonly left: readonly Level[];
}

/**
 * What was taken from a side up to this snapshot: what the next one goes by. Without a fill from it nothing has
 * changed.
 */
export function takenAfter({ taken, off, shown, left }: KeptSide, snapshotMs: number): Taken {
  const filled = minus(total(levelsLess(shown, off)), total(left));
  return filled === ZERO ? taken : { quantity: plus(off, filled), atMs: snapshotMs };
}
