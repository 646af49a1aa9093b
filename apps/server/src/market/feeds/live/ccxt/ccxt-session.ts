import type { Clock, Timer } from '../../../../platform/clock.ts';
import type { CcxtBook, CcxtExchange, CcxtTrade } from './exchange.ts';

/** Nothing on any market for so long is a dead line. */
const WORDLESS_MS = 30_000;
/** A book that was lost and asked for anew must be there within this. */
const AGAIN_WITHIN_MS = 15_000;
const WATCH_MS = 1_000;
/**
 * What fails again at once is tried again only after this: ccxt says some failures over and over until the next
 * message.
 */
const RETRY_MS = 250;
/** ccxt's names for a book whose numbers do not follow one another. */
const GAPS: ReadonlySet<unknown> = new Set(['InvalidNonce', 'ChecksumError']);

interface SessionOptions {
  /** Ours alone until the session ends. */
  readonly exchange: CcxtExchange;
  readonly clock: Clock;
  readonly onBook: (title: string, book: CcxtBook) => void;
  readonly onTrades: (title: string, trades: readonly CcxtTrade[]) => void;
  /** The book of a market is known no more, until it comes anew. */
  readonly onGap: (title: string) => void;
  /** Something came that cannot be used, or was refused. */
  readonly onGarbage: (error: unknown) => void;
  /** The line broke or is dead: the session is over. Called once, and not after {@link CcxtSession.end}. */
  readonly onBroken: () => void;
}

/**
 * Follows books and trades of one venue over ccxt's streams, from its first connection until one breaks. What comes
 * after begins anew with an exchange of its own: nothing of before can be mistaken for news.
 */
export class CcxtSession {
  readonly #options: SessionOptions;
  #titles: ReadonlySet<string> = new Set();
  #receivedMs: number;
  /** Since when a lost book is waited for, by market. */
  readonly #lost = new Map<string, number>();
  #watch: Timer | undefined;
  #ended = false;

  constructor(options: SessionOptions) {
    this.#options = options;
    const { exchange, clock } = options;
    this.#receivedMs = clock.nowMs();
    const onError = exchange.onError.bind(exchange);
    const onClose = exchange.onClose.bind(exchange);
    exchange.onError = (client, error) => {
      onError(client, error);
      this.#break();
    };
    exchange.onClose = (client, error) => {
      onClose(client, error);
      this.#break();
    };
    // It would write to standard output what it cannot read.
    exchange.log = (...words) => options.onGarbage(words.find((word) => word instanceof Error) ?? words[0]);
    this.#keepWatch();
  }

  /** Follows these markets from now on, and no others; each is one that the exchange knows. */
  follow(titles: ReadonlySet<string>): void {
    const added = [...titles].filter((title) => !this.#titles.has(title));
    this.#titles = titles;
    if (added.length === 0) return;
    const { exchange } = this.#options;
    // Asked for together; each is then waited for by itself.
    exchange.watchOrderBookForSymbols(added).catch(() => {});
    exchange.watchTradesForSymbols(added).catch(() => {});
    for (const title of added) {
      void this.#each(title, async () => this.#hearBook(title, await exchange.watchOrderBook(title)));
      void this.#each(title, async () => this.#hearTrades(title, await exchange.watchTrades(title)));
    }
  }

  /** Ends every connection, at once. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#watch?.cancel();
    const { exchange } = this.#options;
    const clients = Object.values(exchange.clients);
    exchange.close().catch(() => {});
    // Whoever is gone would not answer the farewell.
    for (const { connection } of clients) connection?.terminate?.();
  }

  async #each(title: string, step: () => Promise<void>): Promise<void> {
    let failed = false;
    while (this.#isFollowed(title)) {
      try {
        await step();
        failed = false;
      } catch (error) {
        if (!this.#isFollowed(title)) return;
        this.#noteFailure(title, error);
        if (failed) await this.#pause();
        failed = true;
      }
    }
  }

  /** Asked anew after every wait: it may have changed meanwhile. */
  #isFollowed(title: string): boolean {
    return !this.#ended && this.#titles.has(title);
  }

  #noteFailure(title: string, error: unknown): void {
    const { clock, onGap, onGarbage } = this.#options;
    const isGap = error instanceof Error && GAPS.has(error.name);
    if (!isGap) return onGarbage(error);
    if (!this.#lost.has(title)) this.#lost.set(title, clock.nowMs());
    onGap(title);
  }

  #hearBook(title: string, book: CcxtBook): void {
    // Of messages that came together a later one may have had no place in the book: ccxt lays that book aside, changed
    // already by what it could not place.
    const isCurrent = this.#options.exchange.orderbooks[title] === book;
    // A snapshot without a time is no news yet: the first change brings one.
    if (!this.#isFollowed(title) || !isCurrent || book.timestamp === undefined) return;
    this.#receivedMs = this.#options.clock.nowMs();
    this.#lost.delete(title);
    this.#options.onBook(title, book);
  }

  #hearTrades(title: string, trades: readonly CcxtTrade[]): void {
    if (!this.#isFollowed(title)) return;
    this.#receivedMs = this.#options.clock.nowMs();
    this.#options.onTrades(title, trades);
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      this.#options.clock.after(RETRY_MS, resolve);
    });
  }

  #keepWatch(): void {
    this.#watch = this.#options.clock.after(WATCH_MS, () => {
      const nowMs = this.#options.clock.nowMs();
      const isLost = [...this.#lost.values()].some((sinceMs) => nowMs - sinceMs > AGAIN_WITHIN_MS);
      if (isLost || (this.#titles.size > 0 && nowMs - this.#receivedMs > WORDLESS_MS)) return this.#break();
      this.#keepWatch();
    });
  }

  #break(): void {
    if (this.#ended) return;
    this.end();
    this.#options.onBroken();
  }
}
