import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';

/**
 * Passwords as Argon2id hashes (RULES 7). Hashing is memory and a core's time, so only a few run at once and the rest
 * wait their turn.
 */
export interface Passwords {
  hash(password: string): Promise<string>;
  /**
   * True when `password` made `stored`. With null for `stored` it works as long and answers false, so that an unknown
   * account takes the time of a known one.
   */
  verify(stored: string | null, password: string, lane?: Lane): Promise<boolean>;
}

/**
 * Who waits before whom when there is more to hash than cores: members who are logged in and pay before operators who
 * log in, these before members who do, of whom those in a browser that is known go first. A crowd at the door keeps
 * neither payments nor the console waiting.
 */
export type Lane = 'inside' | 'console' | 'known' | 'unknown';

// OWASP's second choice for Argon2id; the library's default algorithm is Argon2id.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Runs at most `most` tasks at once, the others in the order they came, those of a lane before the ones of the lanes
 * after it.
 */
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
  const make = (password: string) => turn('unknown', () => hash(password, OPTIONS));
  return {
    hash: make,
    async verify(stored, password, lane = 'inside') {
      dummy ??= make('no password of any member');
      const against = stored ?? (await dummy);
      const right = await turn(lane, () => verify(against, password));
      return right && stored !== null;
    },
  };
}
