import { whole } from '../support/arguments.ts';
import { FAULTS } from './all.ts';
import type { Fault } from './fault.ts';
import { Ground } from './ground/ground.ts';
import { describe, runFault } from './run-fault.ts';
import { messageOf } from '../support/message-of.ts';

// `npm run faults`: every fault in full, with what it did and the audit's result. `npm run faults -- <name> [--times
// N]` runs one. Exits with 0 when all is right, 1 on any doubt.

interface Wanted {
  readonly faults: readonly Fault[];
  readonly times: number | undefined;
}

function readArguments([name, ...rest]: readonly string[]): Wanted {
  if (name === undefined) return { faults: FAULTS, times: undefined };
  const fault = FAULTS.find((each) => each.name === name);
  if (!fault) throw new Error(`There is no fault ${name}: it is one of ${FAULTS.map((each) => each.name).join(', ')}.`);
  const [option, value] = rest;
  if (option === undefined) return { faults: [fault], times: undefined };
  if (option !== '--times' || rest.length !== 2) throw new Error('What may follow the name is --times N.');
  return { faults: [fault], times: whole('times', value ?? '') };
}

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

async function run(fault: Fault, times: number): Promise<boolean> {
  const beganMs = performance.now();
  const ground = await Ground.open(fault.needs);
  try {
    const outcome = await runFault(fault, ground, { times, isShort: false });
    say(
      `${describe(outcome)}\n  took      ${Math.round((performance.now() - beganMs) / 1000)} s, ended ${new Date().toISOString()}\n`,
    );
    return outcome.doubts.length === 0;
  } catch (error) {
    for (const doubt of ground.doubts) say(`  before its end: ${doubt}`);
    throw error;
  } finally {
    await ground.close();
  }
}

try {
  const { faults, times } = readArguments(process.argv.slice(2));
  const off: string[] = [];
  for (const fault of faults) {
    const why = fault.whyNot?.();
    if (why !== undefined) say(`${fault.name}: not run, ${why}\n`);
    else if (
      !(await run(fault, times ?? fault.times.full).catch((error: unknown) => {
        say(`${fault.name}: failed: ${messageOf(error)}\n`);
      }))
    )
      off.push(fault.name);
  }
  say(off.length === 0 ? `faults right: ${faults.length}` : `faults OFF: ${off.join(', ')}`);
  process.exitCode = off.length === 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
}
