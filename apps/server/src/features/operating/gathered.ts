import type { Clock } from '../../platform/clock.ts';

/** Earlier reads answer the last figures. */
const EVERY_MS = 30_000;
/** Gathering takes at most 1 / REST of the database's time. */
const REST = 20;

interface GatheredOptions<T> {
  readonly clock: Clock;
  readonly gather: () => Promise<T>;
  readonly failed: (error: unknown) => void;
}

/** Figures that cost the database time: gathered when read, at most every 30 s; a failure keeps the last ones. */
export class Gathered<T> {
  readonly #options: GatheredOptions<T>;
  #value: T | undefined;
  /** When the last success began, and when the next may begin. */
  #atMs = Number.NEGATIVE_INFINITY;
  #nextMs = Number.NEGATIVE_INFINITY;
  #running: Promise<void> | undefined;

  constructor(options: GatheredOptions<T>) {
    this.#options = options;
  }

  /** Updates the figures if they are old enough. Never rejects. */
  refresh(): Promise<void> {
    const nowMs = this.#options.clock.nowMs();
    // A clock that was set back must not stop it.
    if (nowMs < this.#nextMs && nowMs >= this.#atMs) return this.#running ?? Promise.resolve();
    this.#running ??= this.#gather(nowMs).finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  current(): T | undefined {
    return this.#value;
  }

  ageMs(): number | undefined {
    return this.#value === undefined ? undefined : this.#options.clock.nowMs() - this.#atMs;
  }

  async #gather(nowMs: number): Promise<void> {
    const beganMs = performance.now();
    this.#nextMs = nowMs + EVERY_MS;
    try {
      this.#value = await this.#options.gather();
      this.#atMs = nowMs;
    } catch (error) {
      this.#options.failed(error);
    }
    this.#nextMs = nowMs + Math.max(EVERY_MS, REST * (performance.now() - beganMs));
  }
}
