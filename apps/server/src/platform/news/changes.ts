import type { NewsThing } from './source.ts';

/** A thing that changed, and the number of the last notification of it. */
export interface Change extends NewsThing {
  readonly event: string;
  readonly number: number;
}

/** In place of a member's id: everybody. */
const EVERYBODY = '0';

/** Parses a notification of the database: `order 1001:52 1002:53`. */
function parseChanges(payload: string): { readonly event: string; readonly things: readonly NewsThing[] } {
  const [event = '', ...pairs] = payload.split(' ');
  return {
    event,
    things: pairs.map((pair) => {
      const cut = pair.indexOf(':');
      return { memberId: pair.slice(0, cut), ref: pair.slice(cut + 1) };
    }),
  };
}

interface ChangesOptions {
  /** More are not kept. */
  readonly max: number;
  readonly members: () => Iterable<string>;
  readonly has: (memberId: string) => boolean;
}

/** Changes not reported yet, of members with a socket. A thing that changes again before it is reported is there once. */
export class Changes {
  readonly #options: ChangesOptions;
  readonly #waiting = new Map<string, Change>();
  #number = 0;

  constructor(options: ChangesOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#waiting.size;
  }

  /** The number of the last notification. */
  get last(): number {
    return this.#number;
  }

  /** Takes a notification. False when there are too many: then none is kept. */
  take(payload: string): boolean {
    this.#number += 1;
    const { event, things } = parseChanges(payload);
    for (const { memberId, ref } of things) {
      const whose = memberId === EVERYBODY ? this.#options.members() : this.#options.has(memberId) ? [memberId] : [];
      for (const each of whose) {
        const key = `${event} ${each} ${ref}`;
        // Those that wait longest stay first.
        this.#waiting.set(key, { event, memberId: each, ref, number: this.#number });
      }
    }
    if (this.#waiting.size <= this.#options.max) return true;
    this.clear();
    return false;
  }

  /** Takes out the first `count`. */
  next(count: number): Change[] {
    const taken: Change[] = [];
    for (const [key, change] of this.#waiting) {
      if (taken.length >= count) break;
      taken.push(change);
      this.#waiting.delete(key);
    }
    return taken;
  }

  clear(): void {
    this.#waiting.clear();
  }
}
