import type { Clock, Timer } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import type { MarkWriter } from './marks/mark-writer.ts';
import { keepCandles, type CandleMark, type KeptBar } from './store.ts';
import type { TapeWriter } from './tape/tape-writer.ts';

/** Ticks wait at most this long before they are on the tape. */
const TICKS_MS = 500;
/**
 * Every so many turns the candles are kept too: once in five seconds. What a kill leaves out the tape tells anew, from
 * their marks on.
 */
const TURNS_PER_CANDLES = 10;
const RETRY_MS = 1_000;

/** What changed in the candles since it was last asked, and how far they have come. */
export interface CandleChanges {
  readonly bars: readonly KeptBar[];
  readonly marks: readonly CandleMark[];
}

interface RecorderOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly tape: TapeWriter;
  readonly marks: MarkWriter;
  /** False once candles are another process's to keep; asked before each time. */
  readonly keepsCandles: () => boolean;
  readonly takeChanges: () => CandleChanges;
  readonly onError: (error: unknown) => void;
}

/**
 * Puts accepted ticks on the tape and keeps changed candles, in groups, off the path of events, in order; what fails is
 * tried again.
 */
export class Recorder {
  readonly #options: RecorderOptions;
  #changes: CandleChanges = { bars: [], marks: [] };
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

  /**
   * Keeps everything there is, now; false when candles are not this process's to keep. Rejects when the database cannot
   * be reached.
   */
  flush(): Promise<boolean> {
    return this.#turn(true);
  }

  /** Ends, and keeps nothing more but what is under way. */
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

  /** One after another: what a failed turn left behind is the next one's. */
  #turn(withCandles: boolean): Promise<boolean> {
    const turn = this.#writing.catch(() => {}).then(() => this.#keep(withCandles));
    this.#writing = turn;
    return turn;
  }

  /** True when candles were kept too. */
  async #keep(withCandles: boolean): Promise<boolean> {
    await this.#options.marks.flush();
    // All of them before the candles they made, whose mark names the last.
    while (this.#options.tape.isBehind) await this.#options.tape.flush();
    if (!withCandles || !this.#options.keepsCandles()) return false;
    const fresh = this.#options.takeChanges();
    this.#changes = {
      bars: this.#changes.bars.length === 0 ? fresh.bars : newestOfEach([...this.#changes.bars, ...fresh.bars]),
      marks: fresh.marks,
    };
    await keepCandles(this.#options.db, this.#changes.bars, this.#changes.marks);
    this.#changes = { bars: [], marks: [] };
    return true;
  }
}

/** A bar that changed again since a write that failed is written once, as it is now. */
function newestOfEach(bars: readonly KeptBar[]): KeptBar[] {
  return [...new Map(bars.map((each) => [`${each.marketId}/${each.period}/${each.bar.id}`, each])).values()];
}
