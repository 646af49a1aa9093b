import { startDatabaseServer } from './database.ts';
import { Disagreement } from './disagreement.ts';
import { readOptions } from './options.ts';
import { runSeed, type SeedResult } from './run-seed.ts';
import { traceOf } from '../support/message-of.ts';

// `npm run simulate` (docs/SIMULATION.md). Exits with 0 when every seed was clean, 1 when one was not, 2 for a wrong
// command line.

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const SHOWN = 40;
const REPORT_EVERY = 10;

function printFailure({ seed, failure, events }: SeedResult, again: string): void {
  if (!failure) return;
  const { step, name, error } = failure;
  say(`\nseed ${seed} failed at step ${step}, ${name}`);
  for (const line of events.slice(-SHOWN)) say(`  ${line}`);
  say(error instanceof Disagreement ? error.message : (error.stack ?? error.message));
  say(`again: ${again}\n`);
}

try {
  const { seed, seeds, members, days } = readOptions(process.argv.slice(2));
  const server = await startDatabaseServer();
  const began = performance.now();
  const failed: string[] = [];
  const answered = new Map<string, number>();
  let steps = 0;
  try {
    for (let nth = 0; nth < seeds; nth += 1) {
      const name = nth === 0 ? seed : String(Number(seed) + nth);
      const result = await runSeed(server, { seed: name, members, days });
      steps += result.steps;
      for (const [what, times] of result.answered) answered.set(what, (answered.get(what) ?? 0) + times);
      printFailure(result, `npm run simulate -- --seed ${name} --members ${members} --days ${days}`);
      if (result.failure) failed.push(name);
      if ((nth + 1) % REPORT_EVERY === 0)
        say(`${nth + 1} seeds, ${failed.length} failed, ${Math.round((performance.now() - began) / 1000)} s`);
    }
  } finally {
    await server.stop();
  }
  for (const [what, times] of [...answered].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    say(`${String(times).padStart(8)}  ${what}`);
  say(
    `${seeds - failed.length} of ${seeds} seeds clean, ${steps} steps, ${((performance.now() - began) / 1000 / seeds).toFixed(2)} s a seed${failed.length > 0 ? `; failed: ${failed.join(' ')}` : ''}`,
  );
  process.exitCode = failed.length === 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(`${traceOf(error)}\n`);
  process.exitCode = 2;
}
