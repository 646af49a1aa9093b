import type { Clock, Timer } from '../../platform/clock.ts';

/** After a longer silence (the process slept) what was missed is history, not news. */
const CATCH_UP_MS = 4_000;
const MAX_TURN_MS = 100;

interface LoopOptions {
  readonly clock: Clock;
  /** Usual time between two events of one market. */
  readonly eventMs: number;
  /** Tells everything that happened after `fromMs` up to `toMs`. */
  readonly tell: (fromMs: number, toMs: number) => void;
  /** What happened after `sinceMs` will not be told. */
  readonly onGap: (sinceMs: number) => void;
}

/** Tells what a made-up feed says as time goes by, each stretch of time once. */
export class FeedLoop {
  readonly #options: LoopOptions;
  #publishedMs: number;
  /** The clock at the last turn. */
  #seenMs: number;
  #timer: Timer | undefined;

  /** Begins with what happens after `knownMs`, which may lie ahead of a clock that was set back. */
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
    // With the clock set back the feed's own time goes on from where it was, until the clock has caught up: nothing is
    // told twice.
    const toMs = Math.max(nowMs, this.#publishedMs + passedMs);
    if (toMs <= this.#publishedMs) return;
    if (toMs - this.#publishedMs > CATCH_UP_MS) {
      this.#options.onGap(this.#publishedMs);
      this.#publishedMs = toMs - MAX_TURN_MS;
    }
    const fromMs = this.#publishedMs;
    this.#publishedMs = toMs;
    this.#options.tell(fromMs, toMs);
  }
}
