import type { Clock, Timer } from './clock.ts';
import type { Log } from './log.ts';

/** Longest sleep: finds what another process left, and survives a clock that was set. */
const SLEEP_MS = 5_000;
const RETRY_MS = 1_000;

interface DueWorkOptions {
  readonly name: string;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  /** Null when nothing waits. Asked every few seconds, so it reads an index. */
  readonly nextDueMs: () => Promise<number | null>;
  /** One batch of what is due at `nowMs`; answers how many. 0 leaves the rest for the next look. */
  readonly doDue: (nowMs: number) => Promise<number>;
}

/**
 * Does things at their time, late ones too, in batches. Of several processes each thing's transaction decides who did
 * it. Failures are logged and tried again.
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

  get name(): string {
    return this.#options.name;
  }

  start(): void {
    this.#sleep(0);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#timer?.cancel();
    await this.#turn;
  }

  /** Looks again now: something may fall due earlier. */
  wake(): void {
    // A turn under way looks again by itself when it ends.
    if (!this.#isWorking && this.#timer) this.#sleep(0);
  }

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

  async #work(): Promise<number> {
    await this.doAll();
    const nextMs = await this.#options.nextDueMs();
    const leftMs = (nextMs ?? Number.POSITIVE_INFINITY) - this.#options.clock.nowMs();
    // What was left is another process's, or cannot be done yet.
    return leftMs <= 0 ? RETRY_MS : Math.min(SLEEP_MS, leftMs);
  }
}
