import { ok, refuse, type Result } from '@plimsoll/contract';
import { midOfBook, isFreshAt, type Book, type MarketData, type MarketMark } from '../../market/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { TradableBooks } from '../spot/index.ts';
import type { WayLeg } from './way.ts';

export interface BooksDeps {
  readonly market: MarketData;
  readonly clock: Clock;
  readonly freshSeconds: () => number;
  /** The snapshots whose resting orders were served: an exchange meets no other (RULES 3.5). */
  readonly books: Pick<TradableBooks, 'of' | 'mayDeal'>;
}

/** The book of a market, while it is fresh (RULES 2). */
export function freshBook(marketId: string, { market, clock, freshSeconds }: BooksDeps): Book | undefined {
  const book = market.book(marketId);
  return isFreshAt(book, clock.nowMs(), freshSeconds()) ? book : undefined;
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
  { market, books }: Pick<BooksDeps, 'market' | 'books'>,
): Result<readonly MarkedBook[]> {
  const along = way.flatMap(({ market: { id } }): MarkedBook[] => {
    const [book, mark] = [books.of(id), market.mark(id)];
    return book && mark ? [{ book, mark }] : [];
  });
  if (along.length < way.length) return refuse('stale_market');
  return along.every(({ book }) => midOfBook(book) !== undefined) ? ok(along) : refuse('no_liquidity');
}
