/** What waits to be read by all sockets of a process; beyond it the fullest are disconnected. */
export const MAX_WAITING_OF_ALL = 256 * 1024 * 1024;

/** A socket with bytes that wait. */
export interface Waiter {
  /** Bytes that wait now. */
  readonly waiting: number;
  /** Bytes that {@link Waiting} counts for it. */
  counted: number;
  /** Disconnects it for not reading. */
  drop(): void;
}

/**
 * The bytes that wait in all sockets together. Counted when something is sent, so that the sum is at most too high: what
 * was read meanwhile is looked up only when the sum is above the maximum.
 */
export class Waiting {
  readonly #max: number;
  readonly #waiters = new Set<Waiter>();
  #sum = 0;

  constructor(max = MAX_WAITING_OF_ALL) {
    this.#max = max;
  }

  /** Counts what waits in a socket. */
  count(who: Waiter): void {
    const { waiting } = who;
    if (waiting === who.counted) return;
    this.#set(who, waiting);
    if (this.#sum > this.#max) this.#relieve();
  }

  /** The socket is closed. */
  forget(who: Waiter): void {
    this.#set(who, 0);
  }

  #set(who: Waiter, bytes: number): void {
    this.#sum += bytes - who.counted;
    who.counted = bytes;
    if (bytes > 0) this.#waiters.add(who);
    else this.#waiters.delete(who);
  }

  /** Looks at every socket, then leaves room for an eighth of the maximum to be sent before the next look. */
  #relieve(): void {
    for (const who of this.#waiters) this.#set(who, who.waiting);
    if (this.#sum <= (this.#max / 8) * 7) return;
    const fullest = [...this.#waiters].toSorted((a, b) => b.counted - a.counted);
    for (const who of fullest) {
      if (this.#sum <= (this.#max / 4) * 3) return;
      this.forget(who);
      who.drop();
    }
  }
}
