import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';

/** Passwords as Argon2id hashes (rules 7). Hashing is memory and a core's time, so only a few run at once and the rest wait their turn. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** True when `password` made `stored`. With null for `stored` it works as long and answers false, so that an unknown account takes the time of a known one. */
  verify(stored: string | null, password: string): Promise<boolean>;
}

// OWASP's second choice for Argon2id; the library's default algorithm is Argon2id.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Runs at most `most` tasks at once, the others in the order they came. */
function fewAtOnce(most: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running >= most) await new Promise<void>((resolve) => { waiting.push(resolve); });
    else running += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

export function createPasswords(atOnce = Math.max(1, availableParallelism() - 1)): Passwords {
  const turn = fewAtOnce(atOnce);
  let dummy: Promise<string> | undefined;
  const make = (password: string) => turn(() => hash(password, OPTIONS));
  return {
    hash: make,
    async verify(stored, password) {
      dummy ??= make('no password of any member');
      const against = stored ?? (await dummy);
      const right = await turn(() => verify(against, password));
      return right && stored !== null;
    },
  };
}
