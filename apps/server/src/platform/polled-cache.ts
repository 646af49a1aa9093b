import type { Clock } from './clock.ts';
import type { Log } from './log.ts';

/** Other processes' changes must be seen within two seconds (docs/PROCESSES.md). */
const EVERY_MS = 1000;

/** A value of the database, read every second. Its identity changes only with its content. */
export class PolledCache<T> {
  readonly #read: (last: T) => Promise<T>;
  readonly #clock: Clock;
  readonly #log: Pick<Log, 'error'>;
  #value: T;
  #spelled: string | undefined;
  /** Readings begun, and the last one taken. */
  #begun = 0;
  #taken = 0;
  #timer: { cancel(): void } | undefined;
  #stopped = false;

  /** `initially` is the value before {@link start}. `read` returns the last value when nothing changed. */
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

  /** Throws when reading fails; the old value stays. */
  async refresh(): Promise<void> {
    this.#begun += 1;
    const turn = this.#begun;
    const value = await this.#read(this.#value);
    // A reading begun before a change may end after the one that saw it.
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

  /** Throws when the first reading fails. */
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
        .catch((error: unknown) => this.#log.error({ err: error }, 'cache refresh failed, keeping the previous values'))
        .finally(() => this.#later());
    });
  }
}
