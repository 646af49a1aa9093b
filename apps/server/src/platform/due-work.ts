import type { Clock, Timer } from './clock.ts';
import type { Log } from './log.ts';

/** Longest sleep: what another process began is not forgotten when that one is gone, nor a clock that was set. */
const SLEEP_MS = 5_000;
const RETRY_MS = 1_000;

interface DueWorkOptions {
  /** What is done, for the log: `daily mining payments`. */
  readonly name: string;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  /** When the next of it falls due; null when nothing waits. Read off an index: it is asked every few seconds. */
  readonly nextDueMs: () => Promise<number | null>;
  /**
   * Does what is due at `nowMs`, one batch; answers how much it did. 0 while something is due leaves it for the next
   * look.
   */
  readonly doDue: (nowMs: number) => Promise<number>;
}

/**
 * Does things at their time, late ones too: sleeps until the next falls due, does all of them in batches, and looks
 * again. Any number of processes may do the same work: each thing's own transaction decides who did it. What fails is
 * logged and tried again.
 */
export class DueWork {
  readonly #options: DueWorkOptions;
  #timer: Timer | undefined;
  #turn: Promise<void> = Promise.resolve();
  #stopped = false;
  #isWorking = false;

  constructor(options: DueWorkOptions) {
    this.#options = options;
  }

  /** What is done, for the log and the list of workers. */
  get name(): string {
    return this.#options.name;
  }

  start(): void {
    this.#sleep(0);
  }

  /** Ends the loop; the batch under way is finished. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#timer?.cancel();
    await this.#turn;
  }

  /** Something may fall due earlier than what was known: looks again now. */
  wake(): void {
    // A turn under way looks for the next time when it ends.
    if (!this.#isWorking && this.#timer) this.#sleep(0);
  }

  /** Does everything that is due by now; answers how much. */
  async doAll(): Promise<number> {
    let done = 0;
    for (;;) {
      const count = await this.#options.doDue(this.#options.clock.nowMs());
      done += count;
      if (count === 0 || this.#stopped) return done;
    }
  }

  #sleep(delayMs: number): void {
    this.#timer?.cancel();
    if (this.#stopped) return;
    const { clock, log, name } = this.#options;
    this.#timer = clock.after(delayMs, () => {
      this.#isWorking = true;
      this.#turn = this.#work()
        .catch((error: unknown) => {
          log.error({ err: error }, `${name}: could not be done, trying again`);
          return RETRY_MS;
        })
        .then((nextMs) => {
          this.#isWorking = false;
          this.#sleep(nextMs);
        });
    });
  }

  /** Does what is due; answers how long to sleep. */
  async #work(): Promise<number> {
    await this.doAll();
    const nextMs = await this.#options.nextDueMs();
    const leftMs = (nextMs ?? Number.POSITIVE_INFINITY) - this.#options.clock.nowMs();
    // What is due and was left is another's at this moment, or cannot be done yet.
    return leftMs <= 0 ? RETRY_MS : Math.min(SLEEP_MS, leftMs);
  }
}
