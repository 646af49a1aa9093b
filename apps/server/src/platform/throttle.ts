import type { Clock } from './clock.ts';

/** The oldest go first: invented keys must not fill the memory. */
const MAX_KEYS = 100_000;

function remember<V>(map: Map<string, V>, key: string, value: V): void {
  if (!map.has(key) && map.size >= MAX_KEYS) {
    const oldest = map.keys().next();
    if (!oldest.done) map.delete(oldest.value);
  }
  map.set(key, value);
}

/** Lets each key do `perSecond` things a second, in a burst after a pause. */
export class TokenBucket {
  readonly #clock: Clock;
  readonly #perSecond: number;
  readonly #buckets = new Map<string, { tokens: number; atMs: number }>();

  constructor(clock: Clock, perSecond: number) {
    this.#clock = clock;
    this.#perSecond = perSecond;
  }

  /** 0 when there was a turn, else whole seconds to wait. */
  take(key: string): number {
    const nowMs = this.#clock.nowMs();
    const bucket = this.#buckets.get(key);
    if (!bucket) {
      remember(this.#buckets, key, { tokens: this.#perSecond - 1, atMs: nowMs });
      return 0;
    }
    const passedMs = Math.max(0, nowMs - bucket.atMs);
    bucket.tokens = Math.min(this.#perSecond, bucket.tokens + (passedMs * this.#perSecond) / 1000);
    bucket.atMs = nowMs;
    if (bucket.tokens < 1) return 1;
    bucket.tokens -= 1;
    return 0;
  }

  /** `key` will not come again. */
  forget(key: string): void {
    this.#buckets.delete(key);
  }
}

export interface SlowDownOptions {
  readonly free: number;
  readonly withinMs: number;
  readonly pauseMs: number;
}

interface Failures {
  atMs: number[];
  nextMs: number;
}

/** Slows down a key that fails too often; after each pause one try passes (RULES 7). */
export class SlowDown {
  readonly #clock: Clock;
  readonly #options: SlowDownOptions;
  readonly #failures = new Map<string, Failures>();

  constructor(clock: Clock, options: SlowDownOptions) {
    this.#clock = clock;
    this.#options = options;
  }

  /** Whole seconds until `key` may try; 0 when it may now. */
  waitOf(key: string): number {
    const known = this.#recent(key);
    if (!known || known.atMs.length < this.#options.free) return 0;
    // A clock set back must not make a pause long.
    const leftMs = Math.min(known.nextMs - this.#clock.nowMs(), this.#options.pauseMs);
    return leftMs <= 0 ? 0 : Math.ceil(leftMs / 1000);
  }

  /** Counts a failure. */
  failed(key: string): void {
    const nowMs = this.#clock.nowMs();
    const known = this.#recent(key) ?? { atMs: [], nextMs: 0 };
    known.atMs = [...known.atMs, nowMs].slice(-this.#options.free);
    known.nextMs = nowMs + this.#options.pauseMs;
    remember(this.#failures, key, known);
  }

  /** Counts a try, or the seconds until there may be one, of which nothing is counted. */
  take(key: string): number {
    const wait = this.waitOf(key);
    if (wait === 0) this.failed(key);
    return wait;
  }

  /** Forgets the failures of `key`. */
  succeeded(key: string): void {
    this.#failures.delete(key);
  }

  #recent(key: string): Failures | undefined {
    const known = this.#failures.get(key);
    if (!known) return undefined;
    const sinceMs = this.#clock.nowMs() - this.#options.withinMs;
    known.atMs = known.atMs.filter((atMs) => atMs > sinceMs);
    if (known.atMs.length > 0) return known;
    this.#failures.delete(key);
    return undefined;
  }
}
