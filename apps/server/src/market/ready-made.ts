import type { Clock } from '../platform/clock.ts';
import { HotContent } from '../platform/http/hot.ts';

/** What changes all the time is made anew at most this often. */
const EASE_MS = 250;
/** Characters of JSON kept in all; a request for every size of every chart must not fill the memory. */
const MAX_KEPT = 12_000_000;

interface Entry {
  readonly content: HotContent;
  readonly version: number;
  readonly madeMs: number;
  readonly length: number;
}

/** Answers kept as bytes under a key, made anew when what they were made of has changed. */
export class ReadyMade {
  readonly #clock: Clock;
  readonly #entries = new Map<string, Entry>();
  #kept = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * The content of `key`; `make` gives its value when `version` has moved on since the last time, but not more than
   * four times a second.
   */
  get(key: string, version: number, make: () => unknown): HotContent {
    const nowMs = this.#clock.nowMs();
    const known = this.#entries.get(key);
    if (known && (known.version === version || Math.abs(nowMs - known.madeMs) < EASE_MS)) return known.content;
    const json = JSON.stringify(make());
    const content = new HotContent(json);
    this.#forget(key);
    this.#entries.set(key, { content, version, madeMs: nowMs, length: json.length });
    this.#kept += json.length;
    for (const oldest of this.#entries.keys()) {
      if (this.#kept <= MAX_KEPT || oldest === key) break;
      this.#forget(oldest);
    }
    return content;
  }

  /** Everything is made anew when it is next asked for, however lately it was made. */
  forgetAll(): void {
    this.#entries.clear();
    this.#kept = 0;
  }

  #forget(key: string): void {
    this.#kept -= this.#entries.get(key)?.length ?? 0;
    this.#entries.delete(key);
  }
}
