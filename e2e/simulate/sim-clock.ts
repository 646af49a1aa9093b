import type { Clock, Timer } from '../../apps/server/src/platform/clock.ts';

/** Longest wait of the writer itself: for a commit in doubt, and for grouped answers. */
const SHORT_MS = 250;

/**
 * The server's clock: true time plus a skew. Short waits end at once, longer ones never: due work is done by the
 * simulation, so that a seed replays.
 */
export class SimClock implements Clock {
  #trueMs: number;
  #skewMs = 0;

  constructor(startMs: number) {
    this.#trueMs = startMs;
  }

  get trueMs(): number {
    return this.#trueMs;
  }

  get skewMs(): number {
    return this.#skewMs;
  }

  nowMs(): number {
    return this.#trueMs + this.#skewMs;
  }

  after(delayMs: number, task: () => void): Timer {
    if (delayMs > SHORT_MS) return { cancel: () => {} };
    const soon = setImmediate(task);
    return { cancel: () => clearImmediate(soon) };
  }

  advance(byMs: number): void {
    this.#trueMs += byMs;
  }

  /** Sets how far the server's clock is ahead of true time. */
  skew(byMs: number): void {
    this.#skewMs = byMs;
  }
}
