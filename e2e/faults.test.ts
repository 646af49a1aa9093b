import { afterAll, beforeAll, describe as group, expect, test } from 'vitest';
import { FAULTS } from './faults/all.ts';
import type { Fault } from './faults/fault.ts';
import { Ground, type GroundNeeds } from './faults/ground/ground.ts';
import { whyNoSmallDisk } from './faults/ground/small-disk.ts';
import { describe, runFault } from './faults/run-fault.ts';

// Short mode: every fault strikes a few times; `npm run faults` has the full counts. Faults share a ground where they
// can, because a start takes longer than most of them.

const STARTING_MS = 200_000;
const STRIKING_MS = 200_000;
const SHORT = FAULTS.filter(({ times }) => times.short > 0);
const hasSmallDisk = whyNoSmallDisk() === undefined;

interface Shared {
  readonly on: string;
  readonly needs: GroundNeeds;
  readonly faults: readonly Fault[];
}

const shared: readonly Shared[] = [
  {
    on: 'its own database',
    needs: { clock: true, smallDisk: hasSmallDisk },
    faults: SHORT.filter(({ needs }) => !needs.lines),
  },
  { on: 'lines that are cut', needs: { lines: true }, faults: SHORT.filter(({ needs }) => needs.lines) },
];

group.each(shared)('a server on $on', ({ needs, faults }) => {
  let ground: Ground | undefined;
  beforeAll(async () => {
    ground = await Ground.open(needs);
  }, STARTING_MS);
  afterAll(async () => {
    await ground?.close();
  }, STARTING_MS);

  test.for(faults)('$name: what was acknowledged is there once', { timeout: STRIKING_MS }, async (fault, { skip }) => {
    const why = fault.whyNot?.();
    if (why !== undefined) skip(why);
    if (!ground) throw new Error('there is no ground');
    const outcome = await runFault(fault, ground, { times: fault.times.short, isShort: true });
    expect(outcome.doubts.length === 0 ? 'right' : describe(outcome)).toBe('right');
  });
});
