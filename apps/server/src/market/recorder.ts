import type { Clock, Timer } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import { keepCandles, keepTicks, type CandleMark, type KeptBar } from './store.ts';
import type { Tick } from './types.ts';

/** Ticks wait at most this long before they are kept. */
const TICKS_MS = 200;
/** Every so many turns the candles are kept too: once a second. */
const TURNS_PER_CANDLES = 5;
const RETRY_MS = 1_000;
const MOST_AT_ONCE = 10_000;

/** What changed in the candles since it was last asked, and how far they have come. */
export interface CandleChanges {
  readonly bars: readonly KeptBar[];
  readonly marks: readonly CandleMark[];
}

interface RecorderOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly takeChanges: () => CandleChanges;
  readonly onError: (error: unknown) => void;
}

/** Keeps accepted ticks and changed candles in groups, off the path of events, in order; what fails is tried again. */
export class Recorder {
  readonly #options: RecorderOptions;
  #waiting: Tick[] = [];
  #changes: CandleChanges = { bars: [], marks: [] };
  #timer: Timer | undefined;
  #writing: Promise<void> = Promise.resolve();
  #turns = 0;
  #stopped = false;

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  start(): void {
    this.#wait(TICKS_MS);
  }

  add(tick: Tick): void {
    this.#waiting.push(tick);
  }

  /** Keeps everything there is, now. Rejects when the database cannot be reached. */
  async flush(): Promise<void> {
    await this.#writing;
    await this.#keep(true);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#timer?.cancel();
    await this.flush();
  }

  #wait(delayMs: number): void {
    if (this.#stopped) return;
    this.#timer = this.#options.clock.after(delayMs, () => {
      this.#turns += 1;
      this.#writing = this.#keep(this.#turns % TURNS_PER_CANDLES === 0).then(
        () => this.#wait(TICKS_MS),
        (error: unknown) => {
          this.#options.onError(error);
          this.#wait(RETRY_MS);
        },
      );
    });
  }

  async #keep(withCandles: boolean): Promise<void> {
    while (this.#waiting.length > 0) {
      const ticks = this.#waiting.slice(0, MOST_AT_ONCE);
      await keepTicks(this.#options.db, ticks);
      // Let go of only once they are kept; what came meanwhile stands behind them.
      this.#waiting = this.#waiting.slice(ticks.length);
    }
    if (!withCandles) return;
    const fresh = this.#options.takeChanges();
    this.#changes = { bars: this.#changes.bars.length === 0 ? fresh.bars : newestOfEach([...this.#changes.bars, ...fresh.bars]), marks: fresh.marks };
    await keepCandles(this.#options.db, this.#changes.bars, this.#changes.marks);
    this.#changes = { bars: [], marks: [] };
  }
}

/** A bar that changed again since a write that failed is written once, as it is now. */
function newestOfEach(bars: readonly KeptBar[]): KeptBar[] {
  return [...new Map(bars.map((each) => [`${each.marketId}/${each.period}/${each.bar.id}`, each])).values()];
}
