import { isIPv6 } from 'node:net';
import { groupsOf } from './coarse-address.ts';

/** Of one network: few enough that they cannot outrun the count of wrong passwords. */
const OF_ONE = 16;
/** Waiting in this process: a few seconds of one core's hashing. */
const WAITING = 200;

interface Waiter {
  underWay: number;
  readonly waiting: (() => void)[];
}

/** The network that tries from an address count for: 64 bits of IPv6, which each household has all of. */
export const networkOf = (address: string): string =>
  isIPv6(address) && address !== '::1'
    ? `${groupsOf(address)
        .slice(0, 4)
        .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
        .join(':')}::/64`
    : address;

/** Runs few tasks at once for one network, and refuses more when too many wait: hashing is slow. */
export class ConcurrencyLimiter {
  readonly #ofOne: number;
  readonly #maxWaiting: number;
  readonly #networks = new Map<string, Waiter>();
  #waiting = 0;

  constructor({ ofOne = OF_ONE, waiting = WAITING } = {}) {
    this.#ofOne = ofOne;
    this.#maxWaiting = waiting;
  }

  /** Runs `task` in the network's turn; undefined, without running it, when too many wait. */
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
