import type { Clock } from './clock.ts';
import type { Log } from './log.ts';

/** How often another process's changes are looked for; they must be seen within two seconds (docs/PROCESSES.md). */
const EVERY_MS = 1000;

/**
 * Something of the database's held in memory and read again every second. Its identity changes only when its content
 * does.
 */
export class PolledCache<T> {
  readonly #read: (last: T) => Promise<T>;
  readonly #clock: Clock;
  readonly #log: Pick<Log, 'error'>;
  #value: T;
  #spelled: string | undefined;
  /** How many readings were begun, and the last of them that was taken. */
  #begun = 0;
  #taken = 0;
  #timer: { cancel(): void } | undefined;
  #stopped = false;

  /**
   * `initially` stands until {@link start} has read. `read` is given what it read last, to give it back when nothing
   * has changed.
   */
  constructor(
    initially: T,
    { read, clock, log }: { read: (last: T) => Promise<T>; clock: Clock; log: Pick<Log, 'error'> },
  ) {
    this.#value = initially;
    this.#read = read;
    this.#clock = clock;
    this.#log = log;
  }

  current(): T {
    return this.#value;
  }

  /** Reads it now. Throws when that fails; what was read before stays. */
  async refresh(): Promise<void> {
    this.#begun += 1;
    const turn = this.#begun;
    const value = await this.#read(this.#value);
    // One that began before a change may end after the one that saw it.
    if (turn < this.#taken) return;
    this.#taken = turn;
    if (value === this.#value) return;
    const spelled = JSON.stringify(value, (_name, inner: unknown) =>
      typeof inner === 'bigint' ? String(inner) : inner,
    );
    if (spelled === this.#spelled) return;
    this.#spelled = spelled;
    this.#value = value;
  }

  /** Reads it, and again every second until {@link stop}. Throws when the first reading fails. */
  async start(): Promise<void> {
    await this.refresh();
    this.#later();
  }

  stop(): void {
    this.#stopped = true;
    this.#timer?.cancel();
  }

  #later(): void {
    if (this.#stopped) return;
    this.#timer = this.#clock.after(EVERY_MS, () => {
      this.refresh()
        .catch((error: unknown) =>
          this.#log.error({ err: error }, 'what the database holds could not be read again; the last reading stands'),
        )
        .finally(() => this.#later());
    });
  }
}
