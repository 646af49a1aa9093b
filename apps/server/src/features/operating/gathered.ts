import type { Clock } from '../../platform/clock.ts';
import { noLongerThan } from '../../platform/metrics/latest.ts';

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
  #firstMs: number | undefined;

  constructor(options: GatheredOptions<T>) {
    this.#options = options;
  }

  /**
   * Updates the figures if they are old enough. Whoever reads waits a second and a half at most, then gets the last
   * ones. Never rejects.
   */
  refresh(): Promise<void> {
    const nowMs = this.#options.clock.nowMs();
    // A clock that was set back must not stop it.
    this.#firstMs ??= nowMs;
    if (nowMs < this.#nextMs && nowMs >= this.#atMs) return noLongerThan(this.#running ?? Promise.resolve());
    this.#running ??= this.#gather(nowMs).finally(() => {
      this.#running = undefined;
    });
    return noLongerThan(this.#running);
  }

  current(): T | undefined {
    return this.#value;
  }

  /** Since they were read; while they never were, since they were first asked for. */
  ageMs(): number {
    const sinceMs = this.#value === undefined ? this.#firstMs : this.#atMs;
    return sinceMs === undefined ? 0 : this.#options.clock.nowMs() - sinceMs;
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
