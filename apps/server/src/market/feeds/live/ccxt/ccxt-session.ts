import type { Clock, Timer } from '../../../../platform/clock.ts';
import type { CcxtBook, CcxtExchange, CcxtTrade } from './exchange.ts';

/** Without any book or trade for this long the connection is dead. */
const NO_PRICES_MS = 30_000;
const RECOVERY_MS = 15_000;
const WATCH_MS = 1_000;
/** Delay after a repeated failure: ccxt repeats some until the next message. */
const RETRY_MS = 250;
const GAPS: ReadonlySet<unknown> = new Set(['InvalidNonce', 'ChecksumError']);

interface SessionOptions {
  /** Used by this session only. */
  readonly exchange: CcxtExchange;
  readonly clock: Clock;
  readonly onBook: (title: string, book: CcxtBook) => void;
  readonly onTrades: (title: string, trades: readonly CcxtTrade[]) => void;
  readonly onGap: (title: string) => void;
  readonly onGarbage: (error: unknown) => void;
  /** The connection broke or is dead: the session is over. Called once, and not after {@link CcxtSession.end}. */
  readonly onBroken: () => void;
}

/**
 * Follows one venue over ccxt's streams until a connection breaks. The next session has its own exchange, so that
 * nothing old is mistaken for news.
 */
export class CcxtSession {
  readonly #options: SessionOptions;
  #titles: ReadonlySet<string> = new Set();
  #receivedMs: number;
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
    // By default it writes what it cannot read to standard output.
    exchange.log = (...words) => options.onGarbage(words.find((word) => word instanceof Error) ?? words[0]);
    this.#keepWatch();
  }

  /** Follows exactly these markets; the exchange must know each. */
  follow(titles: ReadonlySet<string>): void {
    const added = [...titles].filter((title) => !this.#titles.has(title));
    this.#titles = titles;
    if (added.length === 0) return;
    const { exchange } = this.#options;
    // Subscribed together; each is then awaited separately.
    exchange.watchOrderBookForSymbols(added).catch(() => {});
    exchange.watchTradesForSymbols(added).catch(() => {});
    for (const title of added) {
      void this.#each(title, async () => this.#takeBook(title, await exchange.watchOrderBook(title)));
      void this.#each(title, async () => this.#takeTrades(title, await exchange.watchTrades(title)));
    }
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#watch?.cancel();
    const { exchange } = this.#options;
    const clients = Object.values(exchange.clients);
    exchange.close().catch(() => {});
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

  /** A function, as it may change during every await. */
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

  #takeBook(title: string, book: CcxtBook): void {
    // When a later message does not fit, ccxt discards the book it has already changed.
    const isCurrent = this.#options.exchange.orderbooks[title] === book;
    // A snapshot without a time is not used; the first change has one.
    if (!this.#isFollowed(title) || !isCurrent || book.timestamp === undefined) return;
    this.#receivedMs = this.#options.clock.nowMs();
    this.#lost.delete(title);
    this.#options.onBook(title, book);
  }

  #takeTrades(title: string, trades: readonly CcxtTrade[]): void {
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
      const isLost = [...this.#lost.values()].some((sinceMs) => nowMs - sinceMs > RECOVERY_MS);
      if (isLost || (this.#titles.size > 0 && nowMs - this.#receivedMs > NO_PRICES_MS)) return this.#break();
      this.#keepWatch();
    });
  }

  #break(): void {
    if (this.#ended) return;
    this.end();
    this.#options.onBroken();
  }
}
