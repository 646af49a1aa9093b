import type { Clock } from '../../platform/clock.ts';

/** What is asked sooner is answered with what was gathered last. */
const EVERY_MS = 30_000;
/** Gathering takes at most one part in so many of the database's time, however large it is. */
const REST = 20;

interface GatheredOptions<T> {
  readonly clock: Clock;
  readonly gather: () => Promise<T>;
  readonly failed: (error: unknown) => void;
}

/**
 * Figures that cost the database something: gathered when they are asked for, and at most every 30 s; the last ones
 * stand when that fails.
 */
export class Gathered<T> {
  readonly #options: GatheredOptions<T>;
  #value: T | undefined;
  /** When the last that succeeded was begun, and when the next may be. */
  #atMs = Number.NEGATIVE_INFINITY;
  #nextMs = Number.NEGATIVE_INFINITY;
  #running: Promise<void> | undefined;

  constructor(options: GatheredOptions<T>) {
    this.#options = options;
  }

  /** Brings the figures up to date, if they are old enough. Never rejects. */
  refresh(): Promise<void> {
    const nowMs = this.#options.clock.nowMs();
    // A clock that was set back must not stop it.
    if (nowMs < this.#nextMs && nowMs >= this.#atMs) return this.#running ?? Promise.resolve();
    this.#running ??= this.#gather(nowMs).finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** The last figures; undefined before the first. */
  current(): T | undefined {
    return this.#value;
  }

  /** How old they are. */
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
