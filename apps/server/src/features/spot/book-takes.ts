import type { Take } from '@plimsoll/money';
import type { BookLeft } from './book-snapshots.ts';
import { takeAway } from './walk.ts';

/** What was taken from one side of a market's book. */
interface BookTakes {
  readonly marketId: string;
  readonly side: 'bids' | 'asks';
  readonly takes: readonly Take[];
}

/** What is left of books after these takes, of those alone that anything was taken from. */
export function takenFromBooks(books: ReadonlyMap<string, BookLeft>, taken: readonly BookTakes[]): BookLeft[] {
  const after = new Map<string, BookLeft>();
  for (const { marketId, side, takes } of taken) {
    const left = after.get(marketId) ?? books.get(marketId);
    if (left && takes.length > 0) after.set(marketId, { ...left, [side]: takeAway(left[side], takes) });
  }
  return [...after.values()];
}
