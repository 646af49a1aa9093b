import { minus, PLACES, plus, rateOfUnits, share, sum, ZERO, type Amount } from '@plimsoll/money';
import type { Level } from '../../market/index.ts';

export interface Taken {
  readonly quantity: Amount;
  /** Time of the last snapshot that something was taken from, in ms; null when there is none. */
  readonly atMs: number | null;
}

export const NOTHING_TAKEN: Taken = { quantity: ZERO, atMs: null };

const ONE = 10 ** PLACES;

/**
 * How much of what was taken has not recovered at `atMs`, rounded up; half recovers each `recoveryMs` (RULES 3).
 * Absolute, as clocks may be set back.
 */
export function notRecovered({ quantity, atMs }: Taken, snapshotMs: number, recoveryMs: number): Amount {
  if (atMs === null || quantity === ZERO) return ZERO;
  const halvings = Math.abs(snapshotMs - atMs) / recoveryMs;
  // not money: the share that has not recovered, in units of 10⁻⁸
  const gone = Math.round(2 ** -halvings * ONE);
  return share(quantity, rateOfUnits(BigInt(gone)), 'up');
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

export interface KeptSide {
  readonly taken: Taken;
  readonly off: Amount;
  readonly shown: readonly Level[];
  readonly left: readonly Level[];
}

/** What was taken from a side up to this snapshot, for the next one; unchanged without a fill. */
export function takenAfter({ taken, off, shown, left }: KeptSide, snapshotMs: number): Taken {
  const filled = minus(total(levelsLess(shown, off)), total(left));
  return filled === ZERO ? taken : { quantity: plus(off, filled), atMs: snapshotMs };
}
