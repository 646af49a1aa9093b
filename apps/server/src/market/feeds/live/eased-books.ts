import type { Clock, Timer } from '../../../platform/clock.ts';
import type { RawBook } from '../feed.ts';

/**
 * A market's book is handed on at most this often: venues send ten a second and more, and each is dealt at and told to
 * all.
 */
const EASE_MS = 200;

/** Hands on the newest book of each market, five times a second at most. */
export class EasedBooks {
  readonly #clock: Clock;
  readonly #tell: (book: RawBook) => void;
  readonly #publishedMs = new Map<string, number>();
  readonly #waiting = new Map<string, RawBook>();
  readonly #timers = new Map<string, Timer>();

  constructor(clock: Clock, tell: (book: RawBook) => void) {
    this.#clock = clock;
    this.#tell = tell;
  }

  /** Takes a market's newest book: told now, or as soon as it may be, unless a newer one comes before. */
  take(book: RawBook): void {
    const { symbol } = book;
    const sinceMs = Math.abs(this.#clock.nowMs() - (this.#publishedMs.get(symbol) ?? -EASE_MS));
    if (sinceMs >= EASE_MS) return this.#hand(book);
    this.#waiting.set(symbol, book);
    if (!this.#timers.has(symbol))
      this.#timers.set(
        symbol,
        this.#clock.after(EASE_MS - sinceMs, () => this.#handWaiting(symbol)),
      );
  }

  /** Forgets what waits of a market: another venue leads. */
  forget(symbol: string): void {
    this.#waiting.delete(symbol);
  }

  stop(): void {
    for (const timer of this.#timers.values()) timer.cancel();
    this.#timers.clear();
    this.#waiting.clear();
  }

  #handWaiting(symbol: string): void {
    this.#timers.delete(symbol);
    const book = this.#waiting.get(symbol);
    if (book) this.#hand(book);
  }

  #hand(book: RawBook): void {
    this.#publishedMs.set(book.symbol, this.#clock.nowMs());
    this.#waiting.delete(book.symbol);
    this.#tell(book);
  }
}
