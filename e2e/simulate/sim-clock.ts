import type { Clock, Timer } from '../../apps/server/src/platform/clock.ts';

/**
 * The writer's own waits (for another look at a commit in doubt, for answers that go together) are of this length at
 * most.
 */
const SHORT_MS = 250;

/**
 * The server's clock: true time, which only goes on, and how far the server's is off. Short waits are over at once;
 * longer ones never: what falls due is done when the simulation says so, so that the same seed does it at the same
 * moments.
 */
export class SimClock implements Clock {
  #trueMs: number;
  #skewMs = 0;

  constructor(startMs: number) {
    this.#trueMs = startMs;
  }

  /** What exchanges stamp their ticks with. */
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

  /** From now on the server's clock is so far ahead of true time, or behind it. */
  skew(byMs: number): void {
    this.#skewMs = byMs;
  }
}
