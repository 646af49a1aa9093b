import { isIPv6 } from 'node:net';
import { groupsOf } from './coarse-address.ts';

/**
 * Looks at passwords under way from one network: so many at once cannot outrun the count of wrong ones, and no
 * household waits for another.
 */
const OF_ONE = 16;
/** Looks that wait in this process, whoever asked: a few seconds of one core's hashing. */
const WAITING = 200;

interface Waiter {
  underWay: number;
  readonly waiting: (() => void)[];
}

/**
 * Whose address counts as one with `address` where tries are counted: of IPv6 the network, 64 bits, that every
 * household has all of; else each try could come from an address of its own.
 */
export const networkOf = (address: string): string =>
  isIPv6(address) && address !== '::1'
    ? `${groupsOf(address)
        .slice(0, 4)
        .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
        .join(':')}::/64`
    : address;

/** Runs few tasks at once for one network, and refuses more when too many wait: hashing passwords is slow. */
export class ConcurrencyLimiter {
  readonly #ofOne: number;
  readonly #maxWaiting: number;
  readonly #networks = new Map<string, Waiter>();
  #waiting = 0;

  constructor({ ofOne = OF_ONE, waiting = WAITING } = {}) {
    this.#ofOne = ofOne;
    this.#maxWaiting = waiting;
  }

  /** Runs `task` when it is the network's turn; undefined, and nothing is run, when too many wait already. */
  async inTurn<T>(network: string, task: () => Promise<T>): Promise<T | undefined> {
    if (this.#waiting >= this.#maxWaiting) return undefined;
    const own = this.#networks.get(network) ?? { underWay: 0, waiting: [] };
    this.#networks.set(network, own);
    this.#waiting += 1;
    try {
      if (own.underWay >= this.#ofOne)
        await new Promise<void>((resolve) => {
          own.waiting.push(resolve);
        });
      else own.underWay += 1;
      return await task();
    } finally {
      this.#waiting -= 1;
      const next = own.waiting.shift();
      if (next) next();
      else own.underWay -= 1;
      if (own.underWay === 0) this.#networks.delete(network);
    }
  }
}
