import type { Clock } from './clock.ts';

interface BrieflyOptions {
  readonly clock: Clock;
  /** How long a value is kept, in ms. */
  readonly ms: number;
  /** Most values kept: what was made longest ago goes first. */
  readonly max?: number;
}

interface Entry<T> {
  readonly value: Promise<T>;
  readonly madeMs: number;
}

/**
 * Values that cost the database something and may be a little old: made once for all who ask meanwhile. A failure is
 * nobody's but theirs who asked during it.
 */
export class Briefly<T> {
  readonly #options: Required<BrieflyOptions>;
  readonly #entries = new Map<string, Entry<T>>();

  constructor({ clock, ms, max = 200 }: BrieflyOptions) {
    this.#options = { clock, ms, max };
  }

  /** The value of a key, not older than what was asked for; `make` gives it. */
  get(key: string, make: () => Promise<T>): Promise<T> {
    const { clock, ms, max } = this.#options;
    const nowMs = clock.nowMs();
    const known = this.#entries.get(key);
    // A clock that was set back must not keep it for ever.
    if (known && Math.abs(nowMs - known.madeMs) < ms) return known.value;
    const entry = { value: make(), madeMs: nowMs };
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    entry.value.catch(() => {
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
    });
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= max) break;
      this.#entries.delete(oldest);
    }
    return entry.value;
  }
}
