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
 * logins from known browsers, other logins and registrations. Many strangers delay neither payments nor the console.
 */
export type Lane = 'inside' | 'console' | 'known' | 'unknown';

// OWASP's second choice for Argon2id, the library's default algorithm.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Runs at most `max` tasks at once, by lane and then in order. */
function fewAtOnce(max: number) {
  const waiting: Readonly<Record<Lane, (() => void)[]>> = { inside: [], console: [], known: [], unknown: [] };
  let running = 0;
  return async <T>(lane: Lane, task: () => Promise<T>): Promise<T> => {
    if (running >= max)
      await new Promise<void>((resolve) => {
        waiting[lane].push(resolve);
      });
    else running += 1;
    try {
      return await task();
    } finally {
      const next =
        waiting.inside.shift() ?? waiting.console.shift() ?? waiting.known.shift() ?? waiting.unknown.shift();
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
