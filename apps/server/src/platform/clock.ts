/** The only source of time: a test can pass a year in a second. */
export interface Clock {
  /** Milliseconds since the epoch, UTC. */
  nowMs(): number;
  after(delayMs: number, task: () => void): Timer;
}

export interface Timer {
  cancel(): void;
}

/** The machine's clock. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  after(delayMs, task) {
    const timer = setTimeout(task, delayMs).unref();
    return { cancel: () => clearTimeout(timer) };
  },
};

/** For how long something may last: goes on evenly when the machine's clock is set. Its moments mean nothing elsewhere. */
export const evenClock: Clock = { ...systemClock, nowMs: () => performance.now() };

/** Moves only by its methods. */
export class ManualClock implements Clock {
  #nowMs: number;
  #waiting: { dueMs: number; task: () => void }[] = [];

  constructor(startMs: number) {
    this.#nowMs = startMs;
  }

  nowMs(): number {
    return this.#nowMs;
  }

  after(delayMs: number, task: () => void): Timer {
    const entry = { dueMs: this.#nowMs + delayMs, task };
    this.#waiting.push(entry);
    return {
      cancel: () => {
        this.#waiting = this.#waiting.filter((each) => each !== entry);
      },
    };
  }

  /** Moves time forward; what falls due runs in order. */
  advance(byMs: number): void {
    const untilMs = this.#nowMs + byMs;
    for (;;) {
      const next = this.#waiting.filter((each) => each.dueMs <= untilMs).sort((a, b) => a.dueMs - b.dueMs)[0];
      if (!next) break;
      this.#waiting = this.#waiting.filter((each) => each !== next);
      this.#nowMs = Math.max(this.#nowMs, next.dueMs);
      next.task();
    }
    this.#nowMs = untilMs;
  }

  /** Also backwards; runs nothing. */
  set(nowMs: number): void {
    this.#nowMs = nowMs;
  }
}
