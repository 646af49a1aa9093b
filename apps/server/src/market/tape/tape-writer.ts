import type { Clock } from '../../platform/clock.ts';
import type { Query } from '../../platform/db.ts';
import type { Tick } from '../types.ts';
import { appendTicks, type TickName } from './store.ts';
import { bySource } from './by-source.ts';
import { TickNotKept, type Tape } from './tape.ts';

const MAX_BATCH = 10_000;
/** Ticks that were left out are remembered for whoever asks about them; those of long ago are asked for no more. */
const MAX_LEFT_OUT = 10_000;

interface TapeWriterOptions {
  readonly db: Query;
  readonly clock: Clock;
  /** What stands on the tape as the source of a tick that names none: the feed. */
  readonly source: string;
  /** Told after every write which tick each market's tape has come to, by this process. */
  readonly onWritten?: (names: readonly TickName[]) => void;
}

const nameOf = ({ marketId, seq }: TickName): string => `${marketId}/${seq}`;

/** Holds ticks until they are on the tape. One write at a time; what is asked meanwhile shares the next. */
export class TapeWriter implements Tape {
  readonly #db: Query;
  readonly #clock: Clock;
  readonly #source: string;
  readonly #onWritten: (names: readonly TickName[]) => void;
  #waiting: Tick[] = [];
  /** The last tick added, and the last written, of each market. */
  readonly #added = new Map<string, number>();
  readonly #written = new Map<string, number>();
  readonly #leftOut = new Set<string>();
  /** The write under way, and the one after it that somebody asked for. */
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  /** Somebody asked that the next write marks the tape whole. */
  #marksNext = false;
  /** No tick that comes later is earlier on the tape: somebody was told what the tape was then. */
  #askedMs = 0;

  constructor({ db, clock, source, onWritten = () => {} }: TapeWriterOptions) {
    this.#db = db;
    this.#clock = clock;
    this.#source = source;
    this.#onWritten = onWritten;
  }

  /** True while a tick waits to be written. */
  get isBehind(): boolean {
    return this.#waiting.length > 0;
  }

  /** Ticks that wait to be written. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * These were on the tape before this process began, or were put there by another: what waits up to them need not be
   * written.
   */
  resume(ticks: readonly TickName[]): void {
    for (const { marketId, seq } of ticks) {
      this.#added.set(marketId, Math.max(seq, this.#added.get(marketId) ?? 0));
      this.#written.set(marketId, Math.max(seq, this.#written.get(marketId) ?? 0));
    }
    this.#letGo();
  }

  /** Takes an accepted tick, to be written; one that was taken before is not taken again. */
  add(tick: Tick): void {
    if (tick.seq <= (this.#added.get(tick.marketId) ?? 0)) return;
    this.#added.set(tick.marketId, tick.seq);
    this.#waiting.push({ ...tick, receiveTimeMs: Math.max(tick.receiveTimeMs, this.#askedMs) });
  }

  async kept(tick: Tick): Promise<void> {
    // Somebody who hears of a tick may ask before it was added.
    this.add(tick);
    this.#noteAsked();
    const isWritten = () => tick.seq <= (this.#written.get(tick.marketId) ?? 0);
    // It may be in the write under way; if that fails, the next answers.
    if (!isWritten() && this.#running) await this.#running.catch(() => {});
    if (!isWritten()) await this.flush();
    if (this.#leftOut.has(nameOf(tick))) throw new TickNotKept(tick);
  }

  complete(): Promise<void> {
    this.#noteAsked();
    this.#marksNext = true;
    return this.flush();
  }

  /** Writes everything taken before the call. Rejects when the database cannot be reached; then it still waits. */
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

  #noteAsked(): void {
    this.#askedMs = Math.max(this.#askedMs, this.#clock.nowMs());
  }

  #begin(): Promise<void> {
    const running = this.#write().finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
    this.#running = running;
    return running;
  }

  async #write(): Promise<void> {
    const marks = this.#marksNext;
    this.#marksNext = false;
    const nowMs = Math.max(this.#clock.nowMs(), this.#askedMs);
    const all = [...this.#waiting];
    if (all.length === 0 && !marks) return;
    let first = 0;
    do {
      const ticks = all.slice(first, first + MAX_BATCH);
      first += ticks.length;
      const stretches = bySource(ticks, this.#source);
      for (const [index, { source, ticks: named }] of stretches.entries()) {
        // Whole only once the last is on it.
        const isLast = first === all.length && index === stretches.length - 1;
        this.#leave(await appendTicks(this.#db, source, named, marks && isLast ? nowMs : null));
      }
      const last = new Map(ticks.map(({ marketId, seq }) => [marketId, seq]));
      for (const [marketId, seq] of last) this.#written.set(marketId, Math.max(seq, this.#written.get(marketId) ?? 0));
      this.#letGo();
      this.#onWritten([...last].map(([marketId, seq]) => ({ marketId, seq })));
    } while (first < all.length);
  }

  /** Lets go of what is on the tape; what came meanwhile stands behind it. */
  #letGo(): void {
    this.#waiting = this.#waiting.filter(({ marketId, seq }) => seq > (this.#written.get(marketId) ?? 0));
  }

  #leave(ticks: readonly TickName[]): void {
    for (const tick of ticks) this.#leftOut.add(nameOf(tick));
    for (const oldest of this.#leftOut) {
      if (this.#leftOut.size <= MAX_LEFT_OUT) break;
      this.#leftOut.delete(oldest);
    }
  }
}
