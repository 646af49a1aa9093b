import type { Side } from '@plimsoll/contract';
import { isDealable, type Book, type MarketData } from '../../market/index.ts';
import type { Clock } from '../../platform/clock.ts';

/** The side of a book that an order is filled from. */
export const against = (side: Side): 'asks' | 'bids' => (side === 'buy' ? 'asks' : 'bids');

/**
 * The snapshot each market trades on: the newest whose resting orders were all served, since a new order must not be
 * filled ahead of them (RULES 3.5).
 */
export class TradableBooks {
  readonly #market: MarketData;
  readonly #clock: Clock;
  readonly #freshSeconds: () => number;
  readonly #books = new Map<string, Book>();

  constructor(market: MarketData, clock: Clock, freshSeconds: () => number) {
    this.#market = market;
    this.#clock = clock;
    this.#freshSeconds = freshSeconds;
  }

  open(book: Book): void {
    this.#books.set(book.marketId, book);
  }

  /** The snapshot to trade on; undefined while the market or the snapshot is not fresh. */
  of(marketId: string): Book | undefined {
    const book = this.#books.get(marketId);
    return book && this.isUsable(book) ? book : undefined;
  }

  /** True while the snapshot may be dealt at. */
  isUsable(book: Book): boolean {
    return isDealable(book, this.#market, this.#clock.nowMs(), this.#freshSeconds());
  }
}
