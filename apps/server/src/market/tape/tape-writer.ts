import type { Clock } from '../../platform/clock.ts';
import type { Query } from '../../platform/db.ts';
import type { Tick } from '../types.ts';
import { appendTicks, type TickName } from './store.ts';
import { bySource } from './by-source.ts';
import { TickNotKept, type Tape } from './tape.ts';

const MAX_BATCH = 10_000;
const MAX_LEFT_OUT = 10_000;

interface TapeWriterOptions {
  readonly db: Query;
  readonly clock: Clock;
  readonly source: string;
  /** Called after every write with the last tick of each market's tape. */
  readonly onWritten?: (names: readonly TickName[]) => void;
}

const nameOf = ({ marketId, seq }: TickName): string => `${marketId}/${seq}`;

/** Holds ticks until they are on the tape. One write at a time; requests during a write share the next. */
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
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #marksNext = false;
  /** Later ticks are not earlier on the tape: a caller relies on the tape of then. */
  #askedMs = 0;

  constructor({ db, clock, source, onWritten = () => {} }: TapeWriterOptions) {
    this.#db = db;
    this.#clock = clock;
    this.#source = source;
    this.#onWritten = onWritten;
  }

  get isBehind(): boolean {
    return this.#waiting.length > 0;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Notes that these are on the tape, by another process or earlier: waiting ticks up to them need no write. */
  resume(ticks: readonly TickName[]): void {
    for (const { marketId, seq } of ticks) {
      this.#added.set(marketId, Math.max(seq, this.#added.get(marketId) ?? 0));
      this.#written.set(marketId, Math.max(seq, this.#written.get(marketId) ?? 0));
    }
    this.#removeWritten();
  }

  add(tick: Tick): void {
    if (tick.seq <= (this.#added.get(tick.marketId) ?? 0)) return;
    this.#added.set(tick.marketId, tick.seq);
    this.#waiting.push({ ...tick, receiveTimeMs: Math.max(tick.receiveTimeMs, this.#askedMs) });
  }

  async kept(tick: Tick): Promise<void> {
    // A listener may ask before the tick was added.
    this.add(tick);
    this.#noteAsked();
    const isWritten = () => tick.seq <= (this.#written.get(tick.marketId) ?? 0);
    // It may be in the write under way; after a failure, the next one answers.
    if (!isWritten() && this.#running) await this.#running.catch(() => {});
    if (!isWritten()) await this.flush();
    if (this.#leftOut.has(nameOf(tick))) throw new TickNotKept(tick);
  }

  complete(): Promise<void> {
    this.#noteAsked();
    this.#marksNext = true;
    return this.flush();
  }

  /** Writes everything added before the call. Rejects when the database is unavailable; the ticks stay. */
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
        const isLast = first === all.length && index === stretches.length - 1;
        this.#leave(await appendTicks(this.#db, source, named, marks && isLast ? nowMs : null));
      }
      const last = new Map(ticks.map(({ marketId, seq }) => [marketId, seq]));
      for (const [marketId, seq] of last) this.#written.set(marketId, Math.max(seq, this.#written.get(marketId) ?? 0));
      this.#removeWritten();
      this.#onWritten([...last].map(([marketId, seq]) => ({ marketId, seq })));
    } while (first < all.length);
  }

  #removeWritten(): void {
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
