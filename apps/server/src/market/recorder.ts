import type { Clock, Timer } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import type { MarkWriter } from './marks/mark-writer.ts';
import { keepCandles, type CandleProgress, type KeptBar } from './store.ts';
import type { TapeWriter } from './tape/tape-writer.ts';

const TICKS_MS = 500;
/** Candles are written once in five seconds; after a kill the rest is rebuilt from the tape. */
const TURNS_PER_CANDLES = 10;
const RETRY_MS = 1_000;

export interface CandleChanges {
  readonly bars: readonly KeptBar[];
  readonly progress: readonly CandleProgress[];
}

interface RecorderOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly tape: TapeWriter;
  readonly marks: MarkWriter;
  /** False once another process writes the candles; checked each time. */
  readonly keepsCandles: () => boolean;
  readonly takeChanges: () => CandleChanges;
  readonly onError: (error: unknown) => void;
}

/** Writes ticks, marks and changed candles in groups, in order; a failure is retried. */
export class Recorder {
  readonly #options: RecorderOptions;
  #changes: CandleChanges = { bars: [], progress: [] };
  #timer: Timer | undefined;
  #writing: Promise<unknown> = Promise.resolve();
  #turns = 0;
  #stopped = false;

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  start(): void {
    this.#wait(TICKS_MS);
  }

  /** Writes everything now; false when another process writes the candles. Rejects when the database is unavailable. */
  flush(): Promise<boolean> {
    return this.#turn(true);
  }

  async halt(): Promise<void> {
    this.#stopped = true;
    this.#timer?.cancel();
    await this.#writing.catch(() => {});
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
      this.#turn(this.#turns % TURNS_PER_CANDLES === 0).then(
        () => this.#wait(TICKS_MS),
        (error: unknown) => {
          this.#options.onError(error);
          this.#wait(RETRY_MS);
        },
      );
    });
  }

  /** Runs turns one at a time; a failed turn's rest is the next one's. */
  #turn(withCandles: boolean): Promise<boolean> {
    const turn = this.#writing.catch(() => {}).then(() => this.#keep(withCandles));
    this.#writing = turn;
    return turn;
  }

  async #keep(withCandles: boolean): Promise<boolean> {
    await this.#options.marks.flush();
    // Before the candles, whose progress names the last tick.
    while (this.#options.tape.isBehind) await this.#options.tape.flush();
    if (!withCandles || !this.#options.keepsCandles()) return false;
    const fresh = this.#options.takeChanges();
    this.#changes = {
      bars: this.#changes.bars.length === 0 ? fresh.bars : newestOfEach([...this.#changes.bars, ...fresh.bars]),
      progress: fresh.progress,
    };
    await keepCandles(this.#options.db, this.#changes.bars, this.#changes.progress);
    this.#changes = { bars: [], progress: [] };
    return true;
  }
}

function newestOfEach(bars: readonly KeptBar[]): KeptBar[] {
  return [...new Map(bars.map((each) => [`${each.marketId}/${each.period}/${each.bar.id}`, each])).values()];
}
