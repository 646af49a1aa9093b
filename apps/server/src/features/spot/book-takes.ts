import { minus, plus, ZERO, type Amount, type Price, type Take } from '@plimsoll/money';
import type { Fill } from '@plimsoll/rules';
import type { Level } from '../../market/index.ts';
import type { BookLeft } from './book-snapshots.ts';

interface BookTakes {
  readonly marketId: string;
  readonly side: 'bids' | 'asks';
  readonly takes: readonly Take[];
}

/** The books changed by these takes, as they are afterwards. */
export function takenFromBooks(books: ReadonlyMap<string, BookLeft>, taken: readonly BookTakes[]): BookLeft[] {
  const after = new Map<string, BookLeft>();
  for (const { marketId, side, takes } of taken) {
    const left = after.get(marketId) ?? books.get(marketId);
    if (left && takes.length > 0) after.set(marketId, { ...left, [side]: takeAway(left[side], takes) });
  }
  return [...after.values()];
}

/** The takes of fills, by level. */
export const takesOf = (fills: readonly Fill[]): Take[] =>
  fills.map(({ level, quantity }) => ({ price: level, quantity }));

/** Levels less what was taken from them. */
export function takeAway(levels: readonly Level[], fills: readonly Take[]): Level[] {
  const taken = new Map<Price, Amount>();
  for (const { price, quantity } of fills) taken.set(price, plus(taken.get(price) ?? ZERO, quantity));
  return levels
    .map(({ price, size }) => ({ price, size: minus(size, taken.get(price) ?? ZERO) }))
    .filter((level) => level.size > 0n);
}
