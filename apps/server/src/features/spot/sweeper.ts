import type { GroupedWriter } from '../../ledger/index.ts';
import type { Book, MarketData } from '../../market/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { fillCrossing } from './fill-crossing.ts';
import type { HouseLimits } from './dealing.ts';
import type { Depth } from './book-snapshots.ts';
import type { TradableBooks } from './tradable-books.ts';

interface SweeperDeps {
  readonly market: MarketData;
  readonly writer: GroupedWriter;
  readonly books: TradableBooks;
  readonly depth: Depth;
  readonly limits: HouseLimits;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
}

/**
 * Fills resting orders from each new snapshot, and then opens the snapshot to new orders; one that may not be dealt at,
 * once a tick or a mark makes it so.
 */
export class Sweeper {
  readonly #market: MarketData;
  readonly #writer: GroupedWriter;
  readonly #books: TradableBooks;
  readonly #log: Pick<Log, 'error'>;
  readonly #command: ReturnType<typeof fillCrossing>;
  readonly #waiting = new Map<string, Book>();
  #running: Promise<void> | undefined;
  readonly #stopListening: (() => void)[] = [];

  constructor(deps: SweeperDeps) {
    this.#market = deps.market;
    this.#writer = deps.writer;
    this.#books = deps.books;
    this.#log = deps.log;
    this.#command = fillCrossing(deps);
  }

  start(): void {
    const again = ({ marketId }: { readonly marketId: string }): void => {
      const book = this.#books.unserved(marketId);
      // Not one that a newer has followed: that has its turn already.
      if (book && book === this.#market.book(marketId) && !this.#waiting.has(marketId)) this.#receive(book);
    };
    this.#stopListening.push(
      this.#market.onBook((book) => this.#receive(book)),
      this.#market.onTick(again),
      this.#market.onMark(again),
    );
    for (const { id } of this.#market.list()) {
      const book = this.#market.book(id);
      if (book) this.#receive(book);
    }
  }

  /** Stops listening and waits for the turn under way. */
  async stop(): Promise<void> {
    for (const stop of this.#stopListening.splice(0)) stop();
    this.#waiting.clear();
    await this.#running;
  }

  /** Resolves when every snapshot received so far had its turn. */
  async settled(): Promise<void> {
    await this.#running;
  }

  #receive(book: Book): void {
    this.#waiting.set(book.marketId, book);
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  async #run(): Promise<void> {
    while (this.#waiting.size > 0) {
      const books = [...this.#waiting.values()];
      this.#waiting.clear();
      await Promise.all(books.map((book) => this.#turn(book)));
    }
  }

  async #turn(book: Book): Promise<void> {
    try {
      const result = await this.#writer.submit(this.#command, book);
      if (!result.ok) {
        // Not opened: new orders would pass the resting ones, which wait for the next snapshot.
        this.#log.error({ reason: result.refusal.reason, marketId: book.marketId }, 'filling resting orders failed');
        return;
      }
      if (result.value === 'served') this.#books.open(book);
      else if (result.value === 'unused') this.#books.close(book);
      else if (!this.#waiting.has(book.marketId)) this.#waiting.set(book.marketId, book);
    } catch (error) {
      // Rolled back: the orders wait for the next snapshot.
      this.#log.error({ err: error, marketId: book.marketId }, 'filling resting orders failed');
    }
  }
}
