import type { Clock, Timer } from '../../platform/clock.ts';

const CATCH_UP_MS = 4_000;
const MAX_TURN_MS = 100;

interface LoopOptions {
  readonly clock: Clock;
  readonly eventMs: number;
  /** Emits everything after `fromMs` up to `toMs`. */
  readonly emit: (fromMs: number, toMs: number) => void;
  readonly onGap: (sinceMs: number) => void;
}

/** Emits the events of a simulated feed as time passes, each stretch of time once. */
export class FeedLoop {
  readonly #options: LoopOptions;
  #publishedMs: number;
  #seenMs: number;
  #timer: Timer | undefined;

  /** Starts after `knownMs`, which may lie ahead of a clock that was set back. */
  constructor(options: LoopOptions, knownMs: number) {
    this.#options = options;
    this.#publishedMs = knownMs;
    this.#seenMs = options.clock.nowMs();
    this.#wait();
  }

  stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #wait(): void {
    this.#timer = this.#options.clock.after(Math.min(MAX_TURN_MS, this.#options.eventMs / 2), () => {
      this.#turn();
      if (this.#timer) this.#wait();
    });
  }

  #turn(): void {
    const nowMs = this.#options.clock.nowMs();
    const passedMs = Math.max(0, nowMs - this.#seenMs);
    this.#seenMs = nowMs;
    // While the clock is set back, the feed's time continues at its pace, so that nothing is emitted twice.
    const toMs = Math.max(nowMs, this.#publishedMs + passedMs);
    if (toMs <= this.#publishedMs) return;
    if (toMs - this.#publishedMs > CATCH_UP_MS) {
      this.#options.onGap(this.#publishedMs);
      this.#publishedMs = toMs - MAX_TURN_MS;
    }
    const fromMs = this.#publishedMs;
    this.#publishedMs = toMs;
    this.#options.emit(fromMs, toMs);
  }
}
