import type { Clock } from '../platform/clock.ts';
import { HotContent } from '../platform/http/hot.ts';

const MIN_INTERVAL_MS = 250;
/** Maximum characters of JSON in all. */
const MAX_KEPT = 12_000_000;

interface Entry {
  readonly content: HotContent;
  readonly version: number;
  readonly createdMs: number;
  readonly length: number;
}

/** Answers kept as bytes under a key, made again when their version has changed. */
export class AnswerCache {
  readonly #clock: Clock;
  readonly #entries = new Map<string, Entry>();
  #kept = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The content of `key`; `make` is called when `version` has changed, at most four times a second. */
  get(key: string, version: number, make: () => unknown): HotContent {
    const nowMs = this.#clock.nowMs();
    const known = this.#entries.get(key);
    if (known && (known.version === version || Math.abs(nowMs - known.createdMs) < MIN_INTERVAL_MS))
      return known.content;
    const json = JSON.stringify(make());
    const content = new HotContent(json);
    this.#forget(key);
    this.#entries.set(key, { content, version, createdMs: nowMs, length: json.length });
    this.#kept += json.length;
    for (const oldest of this.#entries.keys()) {
      if (this.#kept <= MAX_KEPT || oldest === key) break;
      this.#forget(oldest);
    }
    return content;
  }

  forgetAll(): void {
    this.#entries.clear();
    this.#kept = 0;
  }

  #forget(key: string): void {
    this.#kept -= this.#entries.get(key)?.length ?? 0;
    this.#entries.delete(key);
  }
}
