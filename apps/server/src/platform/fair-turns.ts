/** Waiting for one key. */
export const WAITING_OF_ONE = 64;
/** Waiting in this process. */
const OF_ALL = 1000;

/**
 * Runs one task at a time, of all keys, since each occupies what others need too; the keys that wait take turns, so
 * that many tasks of one delay those of others by one task each. Refuses when too many wait.
 */
export class FairTurns {
  readonly #ofOne: number;
  readonly #ofAll: number;
  /** By key, the next one's first; a key without any is left out. */
  readonly #queues = new Map<string, (() => void)[]>();
  #waiting = 0;
  #isBusy = false;

  constructor({ ofOne = WAITING_OF_ONE, ofAll = OF_ALL } = {}) {
    this.#ofOne = ofOne;
    this.#ofAll = ofAll;
  }

  /** Runs `task` in the key's turn; undefined, without running it, when too many wait. */
  async inTurn<T>(key: string, task: () => Promise<T>): Promise<T | undefined> {
    if (this.#isBusy) {
      const own = this.#queues.get(key) ?? [];
      if (own.length >= this.#ofOne || this.#waiting >= this.#ofAll) return undefined;
      this.#waiting += 1;
      await new Promise<void>((resolve) => {
        own.push(resolve);
        this.#queues.set(key, own);
      });
      this.#waiting -= 1;
    }
    this.#isBusy = true;
    try {
      return await task();
    } finally {
      this.#next();
    }
  }

  #next(): void {
    const [first] = this.#queues;
    if (!first) {
      this.#isBusy = false;
      return;
    }
    const [key, own] = first;
    const start = own.shift();
    // Behind all others that wait.
    this.#queues.delete(key);
    if (own.length > 0) this.#queues.set(key, own);
    start?.();
  }
}
