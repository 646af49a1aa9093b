import { expect, test } from 'vitest';
import { describe, runHostile } from './hostile/run-hostile.ts';

// The same as `npm run hostile`: half a minute where nothing else runs, most of it the start of a database and three
// days of a clock that is set forward.

const TIMEOUT_MS = 240_000;

test(
  'nobody alone takes money, rights, terms or secrets of a deployment in live mode; two together can, and are seen',
  { timeout: TIMEOUT_MS },
  async () => {
    const outcome = await runHostile();
    expect(outcome.isHeld ? 'held' : describe(outcome)).toBe('held');
  },
);
