import type { Clock } from '../../platform/clock.ts';
import type { Query } from '../../platform/db.ts';
import type { Fence } from '../../platform/lease.ts';
import type { MarketMark } from '../types.ts';
import { appendMarks } from './store.ts';

const MAX_AT_ONCE = 5_000;

interface MarkWriterOptions {
  readonly db: Query;
  readonly clock: Clock;
}

/** Holds marks until they are on the tape. One write at a time; requests during a write share the next. */
export class MarkWriter {
  readonly #db: Query;
  readonly #clock: Clock;
  #waiting: MarketMark[] = [];
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #completesNext = false;
  #fence: Fence | undefined;

  constructor({ db, clock }: MarkWriterOptions) {
    this.#db = db;
    this.#clock = clock;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Begins a term: marks are written until another process has taken its lease, and dropped from then on. First writes
   * what is left of an earlier term. Rejects when the database is unavailable.
   */
  async begin(fence: Fence | undefined): Promise<void> {
    await this.flush();
    this.#fence = fence;
  }

  add(mark: MarketMark): void {
    this.#waiting.push(mark);
  }

  /** As {@link flush}, and marks every market's tape complete up to now. */
  complete(): Promise<void> {
    this.#completesNext = true;
    return this.flush();
  }

  /** Writes everything added before the call. Rejects when the database is unavailable; the marks stay. */
  flush(): Promise<void> {
    if (this.#next) return this.#next;
    if (!this.#running) return this.#begin();
    this.#next = this.#running
      .catch(() => {})
      .then(() => {
        this.#next = undefined;
        return this.#begin();
      });
    return this.#next;
  }

  #begin(): Promise<void> {
    const running = this.#write().finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
    this.#running = running;
    return running;
  }

  async #write(): Promise<void> {
    const completes = this.#completesNext;
    this.#completesNext = false;
    const wholeToMs = completes ? this.#clock.nowMs() : null;
    const all = [...this.#waiting];
    if (all.length === 0 && !completes) return;
    let first = 0;
    do {
      const marks = all.slice(first, first + MAX_AT_ONCE);
      first += marks.length;
      // Complete only with the last.
      await appendMarks(this.#db, marks, first >= all.length ? wholeToMs : null, this.#fence);
      this.#waiting.splice(0, marks.length);
    } while (first < all.length);
  }
}
