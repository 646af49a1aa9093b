import type { Clock, Timer } from '../../../platform/clock.ts';
import type { RawBook } from '../feed.ts';

/** Minimum time between two books of a market: venues send ten a second and more. */
const MIN_INTERVAL_MS = 200;

/** Publishes the newest book of each market, at most five times a second. */
export class ThrottledBooks {
  readonly #clock: Clock;
  readonly #publish: (book: RawBook) => void;
  readonly #publishedMs = new Map<string, number>();
  readonly #waiting = new Map<string, RawBook>();
  readonly #timers = new Map<string, Timer>();

  constructor(clock: Clock, publish: (book: RawBook) => void) {
    this.#clock = clock;
    this.#publish = publish;
  }

  /** Takes a market's newest book: published now, or later unless a newer one arrives. */
  take(book: RawBook): void {
    const { symbol } = book;
    const sinceMs = Math.abs(this.#clock.nowMs() - (this.#publishedMs.get(symbol) ?? -MIN_INTERVAL_MS));
    if (sinceMs >= MIN_INTERVAL_MS) return this.#publishNow(book);
    this.#waiting.set(symbol, book);
    if (!this.#timers.has(symbol))
      this.#timers.set(
        symbol,
        this.#clock.after(MIN_INTERVAL_MS - sinceMs, () => this.#publishWaiting(symbol)),
      );
  }

  /** Drops a market's waiting book: another venue leads. */
  forget(symbol: string): void {
    this.#waiting.delete(symbol);
  }

  stop(): void {
    for (const timer of this.#timers.values()) timer.cancel();
    this.#timers.clear();
    this.#waiting.clear();
  }

  #publishWaiting(symbol: string): void {
    this.#timers.delete(symbol);
    const book = this.#waiting.get(symbol);
    if (book) this.#publishNow(book);
  }

  #publishNow(book: RawBook): void {
    this.#publishedMs.set(book.symbol, this.#clock.nowMs());
    this.#waiting.delete(book.symbol);
    this.#publish(book);
  }
}
