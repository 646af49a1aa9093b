import { systemClock, type Clock, type Timer } from '../../apps/server/src/platform/clock.ts';

/** The machine's clock, which can be held, so that ten thousand options begin and end in one second. */
export class HeldClock implements Clock {
  #heldMs: number | undefined;

  /** Holds the clock at this moment until {@link release}. */
  hold(atMs: number): void {
    this.#heldMs = atMs;
  }

  release(): void {
    this.#heldMs = undefined;
  }

  nowMs(): number {
    return this.#heldMs ?? systemClock.nowMs();
  }

  after(delayMs: number, task: () => void): Timer {
    return systemClock.after(delayMs, task);
  }
}
