import type { Clock } from './clock.ts';

interface BrieflyOptions {
  readonly clock: Clock;
  readonly ms: number;
  /** Maximum of values; the oldest go first. */
  readonly max?: number;
}

interface Entry<T> {
  readonly value: Promise<T>;
  readonly madeMs: number;
}

/** Values that are costly to read and may be a little old: one read answers all callers. A failure is not kept. */
export class Briefly<T> {
  readonly #options: Required<BrieflyOptions>;
  readonly #entries = new Map<string, Entry<T>>();

  constructor({ clock, ms, max = 200 }: BrieflyOptions) {
    this.#options = { clock, ms, max };
  }

  /** The kept value of a key, else that of `make`. */
  get(key: string, make: () => Promise<T>): Promise<T> {
    const { clock, ms, max } = this.#options;
    const nowMs = clock.nowMs();
    const known = this.#entries.get(key);
    // A clock that was set back keeps nothing for ever.
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
