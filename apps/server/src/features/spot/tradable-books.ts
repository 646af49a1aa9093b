import type { Side } from '@plimsoll/contract';
import { isDealable, type Book, type MarketData } from '../../market/index.ts';
import type { Clock } from '../../platform/clock.ts';

/** The side of a book that an order is filled from. */
export const against = (side: Side): 'asks' | 'bids' => (side === 'buy' ? 'asks' : 'bids');

/**
 * The snapshot each market trades on: the newest whose resting orders were all served, since a new order must not be
 * filled ahead of them (RULES 3.5). One that may not be dealt at for a moment is closed, as orders may come to rest
 * meanwhile: it is opened again behind them.
 */
export class TradableBooks {
  readonly #market: MarketData;
  readonly #clock: Clock;
  readonly #freshSeconds: () => number;
  readonly #books = new Map<string, Book>();
  /** Each market's newest snapshot, where its resting orders were not served. */
  readonly #closed = new Map<string, Book>();

  constructor(market: MarketData, clock: Clock, freshSeconds: () => number) {
    this.#market = market;
    this.#clock = clock;
    this.#freshSeconds = freshSeconds;
  }

  open(book: Book): void {
    this.#closed.delete(book.marketId);
    this.#books.set(book.marketId, book);
  }

  /** No order meets it, nor an older one, until it is opened. */
  close(book: Book): void {
    this.#books.delete(book.marketId);
    this.#closed.set(book.marketId, book);
  }

  /** A closed snapshot of the market that may be dealt at by now, for its resting orders to be served. */
  unserved(marketId: string): Book | undefined {
    const book = this.#closed.get(marketId);
    return book && this.#isDealable(book) ? book : undefined;
  }

  /** The snapshot to trade on; undefined while the market or the snapshot is not fresh. */
  of(marketId: string): Book | undefined {
    const book = this.#books.get(marketId);
    return book && this.mayDeal(book) ? book : undefined;
  }

  /** True while the snapshot may be dealt at; an open one that may not is closed. */
  mayDeal(book: Book): boolean {
    const may = this.#isDealable(book);
    if (!may && this.#books.get(book.marketId) === book) this.close(book);
    return may;
  }

  #isDealable(book: Book): boolean {
    return isDealable(book, this.#market, this.#clock.nowMs(), this.#freshSeconds());
  }
}
