import { parseAmount, parsePrice, placesUsed, plus, ZERO, type Amount, type Price } from '@plimsoll/money';
import type { Answer } from '@plimsoll/contract';
import type { Book, Level } from './terms.ts';

/** How the book is shown: five levels a side, or nine of one (PRODUCT 9). */
export const BOOK_VIEWS = ['both', 'asks', 'bids'] as const;
export type BookView = (typeof BOOK_VIEWS)[number];

const PRICE_PLACES = 6;
const BOTH_DEPTH = 5;
const ONE_SIDE_DEPTH = 9;

/** Places of a price: six (PRODUCT 9), or more where it has them. */
export const pricePlaces = (price: Price): number => Math.max(PRICE_PLACES, placesUsed(price));

/** How many levels of a side a view shows. */
export function depthOf(view: BookView, side: 'asks' | 'bids'): number {
  if (view === 'both') return BOTH_DEPTH;
  return view === side ? ONE_SIDE_DEPTH : 0;
}

/** The view after this one. */
export const viewAfter = (view: BookView): BookView =>
  BOOK_VIEWS[(BOOK_VIEWS.indexOf(view) + 1) % BOOK_VIEWS.length] ?? 'both';

export interface BookRow extends Level {
  /** What is offered up to here, this level included. */
  readonly sum: Amount;
  /** Cumulative share of what is shown, in whole percent. */
  readonly load: number;
}

/** The first levels of a side, best first, with their cumulative share. */
export function rowsOf(levels: readonly Level[], count: number): readonly BookRow[] {
  const shown = levels.slice(0, count);
  let sum = ZERO;
  const reached = shown.map((each) => ({ ...each, sum: (sum = plus(sum, each.size)) }));
  return reached.map((each) => ({ ...each, load: sum === 0n ? 0 : Number((each.sum * 100n) / sum) }));
}

type WireLevel = Answer<'getHuoBiTradeFromRedis'>['buy'][number];

const levelsOf = (levels: readonly WireLevel[]): Level[] =>
  levels.flatMap(({ price, amount }) => {
    const at = parsePrice(price);
    const size = parseAmount(amount);
    return at === null || size === null ? [] : [{ price: at, size }];
  });

/** The book of an answer; a level that cannot be read is left out. */
export const bookOf = ({ sell, buy }: Answer<'getHuoBiTradeFromRedis'>): Book => ({
  asks: levelsOf(sell),
  bids: levelsOf(buy),
});
