import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';

/** Argon2id (RULES 7). A hash takes memory and a core, so few run at once and the others wait. */
export interface Passwords {
  hash(password: string, lane?: Lane): Promise<string>;
  /**
   * True when `password` made `stored`. With null it takes as long and answers false: an unknown account shows no
   * difference.
   */
  verify(stored: string | null, password: string, lane?: Lane): Promise<boolean>;
}

/**
 * Order of waiting for a core: what members do who are logged in, operators who are or whose browser is known, members'
 * logins from known browsers, other logins and registrations. Many strangers delay neither payments nor the console, and
 * no lane starves.
 */
export type Lane = 'inside' | 'console' | 'known' | 'unknown';

// OWASP's second choice for Argon2id, the library's default algorithm.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const LANES: readonly Lane[] = ['inside', 'console', 'known', 'unknown'];
/** Each so many turns, one goes to a lane behind the first, so that members who are logged in starve nobody. */
const TURN_FOR_LATER_LANES = 8;

/** Who waits for a core, by lane and then in order. */
class Lanes {
  readonly #waiting: Readonly<Record<Lane, (() => void)[]>> = { inside: [], console: [], known: [], unknown: [] };
  /** The lanes behind the first; the one that had such a turn last is at the end. */
  #later: readonly Lane[] = LANES.slice(1).toReversed();
  #turns = 0;

  wait(lane: Lane): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting[lane].push(resolve);
    });
  }

  /** Takes out whose turn it is; undefined when nobody waits. */
  next(): (() => void) | undefined {
    const waits = (lane: Lane): boolean => this.#waiting[lane].length > 0;
    this.#turns += 1;
    const later = this.#turns % TURN_FOR_LATER_LANES === 0 ? this.#later.find(waits) : undefined;
    if (later) this.#later = [...this.#later.filter((lane) => lane !== later), later];
    const lane = later ?? LANES.find(waits);
    return lane && this.#waiting[lane].shift();
  }
}

/** Runs at most `max` tasks at once. */
function fewAtOnce(max: number) {
  const lanes = new Lanes();
  let running = 0;
  return async <T>(lane: Lane, task: () => Promise<T>): Promise<T> => {
    if (running >= max) await lanes.wait(lane);
    else running += 1;
    try {
      return await task();
    } finally {
      const next = lanes.next();
      if (next) next();
      else running -= 1;
    }
  };
}

export function createPasswords(atOnce = Math.max(1, availableParallelism() - 1)): Passwords {
  const turn = fewAtOnce(atOnce);
  let dummy: Promise<string> | undefined;
  const make = (password: string, lane: Lane = 'inside') => turn(lane, () => hash(password, OPTIONS));
  return {
    hash: make,
    async verify(stored, password, lane = 'inside') {
      dummy ??= make('no password of any member', lane);
      const against = stored ?? (await dummy);
      const right = await turn(lane, () => verify(against, password));
      return right && stored !== null;
    },
  };
}
