import { expect, test } from 'vitest';
import { describe, runHostile } from './hostile/run-hostile.ts';

// The same as `npm run hostile`: half a minute on an idle machine, most of it for starting a database and moving the
// clock by three days.

const TIMEOUT_MS = 240_000;

test(
  'nobody alone can take money, rights, terms or secrets of a deployment in live mode; two together can, and are detected',
  { timeout: TIMEOUT_MS },
  async () => {
    const outcome = await runHostile();
    expect(outcome.isHeld ? 'held' : describe(outcome)).toBe('held');
  },
);
