import { ok, refuse, type Result } from '@plimsoll/contract';
import { isDealable, midOfBook, isFreshAt, type Book, type MarketData, type MarketMark } from '../../market/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { WayLeg } from './way.ts';

export interface BooksDeps {
  readonly market: MarketData;
  readonly clock: Clock;
  readonly freshSeconds: () => number;
}

/** The book of a market, while it and the market's last tick are fresh (RULES 2). */
export function freshBook(marketId: string, { market, clock, freshSeconds }: BooksDeps): Book | undefined {
  const book = market.book(marketId);
  return market.isFresh(marketId) && isFreshAt(book, clock.nowMs(), freshSeconds()) ? book : undefined;
}

interface MarkedBook {
  readonly book: Book;
  readonly mark: MarketMark;
}

/**
 * The books along a way: `stale_market` when one may not be dealt at or has no fresh mark, `no_liquidity` when one has
 * no middle.
 */
export function booksAlong(
  way: readonly WayLeg[],
  { market, clock, freshSeconds }: BooksDeps,
): Result<readonly MarkedBook[]> {
  const books = way.flatMap(({ market: { id } }): MarkedBook[] => {
    const [book, mark] = [market.book(id), market.mark(id)];
    return book && mark && isDealable(book, market, clock.nowMs(), freshSeconds()) ? [{ book, mark }] : [];
  });
  if (books.length < way.length) return refuse('stale_market');
  return books.every(({ book }) => midOfBook(book) !== undefined) ? ok(books) : refuse('no_liquidity');
}
