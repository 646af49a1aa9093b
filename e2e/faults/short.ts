import { afterAll, beforeAll, describe as group, expect, test } from 'vitest';
import { FAULTS } from './all.ts';
import type { Fault } from './fault.ts';
import { Ground } from './ground/ground.ts';
import { whyNoSmallDisk } from './ground/small-disk.ts';
import { describe, runFault } from './run-fault.ts';

const STARTING_MS = 200_000;
const STRIKING_MS = 300_000;

/** Where faults strike. */
const GROUNDS = {
  lines: 'a server on lines that are cut',
  failing: 'a server that may fail meanwhile',
  serving: 'a server that answers throughout',
  machines: 'two servers and a database of three machines',
} as const;
type Kind = keyof typeof GROUNDS;
const kindOf = ({ needs, mayFail = false }: Fault): Kind =>
  needs.machines !== undefined ? 'machines' : needs.lines ? 'lines' : mayFail ? 'failing' : 'serving';

/**
 * Short mode: every fault of a kind strikes a few times; `npm run faults` has the full counts. They share a ground,
 * because a start takes longer than most of them; each kind has a test file, so that workers share them.
 */
export function strikeShort(kind: Kind): void {
  const faults = FAULTS.filter((fault) => fault.times.short > 0 && kindOf(fault) === kind);
  group(`on ${GROUNDS[kind]}`, () => {
    let ground: Ground | undefined;
    const able = faults.filter((fault) => fault.whyNot?.() === undefined);
    beforeAll(async () => {
      if (able.length === 0) return;
      ground = await Ground.open({
        lines: kind === 'lines',
        processes: Math.max(1, ...able.map(({ needs }) => needs.processes ?? 1)),
        machines: able.some(({ needs }) => needs.machines),
        clock: faults.some(({ needs }) => needs.clock),
        smallDisk: faults.some(({ needs }) => needs.smallDisk) && whyNoSmallDisk() === undefined,
      });
    }, STARTING_MS);
    afterAll(async () => {
      await ground?.close();
    }, STARTING_MS);

    test.for(faults)(
      '$name: what was acknowledged is there once',
      { timeout: STRIKING_MS },
      async (fault, { skip }) => {
        const why = fault.whyNot?.();
        if (why !== undefined) skip(why);
        if (!ground) throw new Error('there is no ground');
        const outcome = await runFault(fault, ground, { times: fault.times.short, isShort: true });
        // Whole, since a comparison of texts shows their beginnings.
        if (outcome.doubts.length > 0) throw new Error(describe(outcome));
        expect(outcome.doubts).toEqual([]);
      },
    );
  });
}
