import { whole } from '../support/arguments.ts';
import { traceOf } from '../support/message-of.ts';
import { describe, FRAUDS, runFrauds } from './run-frauds.ts';

// `npm run frauds` (docs/FRAUDS.md): every fraud in a copy of an honest world, and the controls. `npm run frauds -- --only
// 14` commits one. Exits with 0 when each was given its name and the controls were silent; else with 1.

function readArguments([option, value, ...rest]: readonly string[]): { readonly only?: readonly number[] } {
  if (option === undefined) return {};
  if (option !== '--only' || value === undefined || rest.length > 0)
    throw new Error('What may be asked for is --only N.');
  const number = whole('only', value);
  if (!FRAUDS.some((each) => each.number === number)) throw new Error(`There is no fraud ${number}.`);
  return { only: [number] };
}

try {
  const outcome = await runFrauds({
    ...readArguments(process.argv.slice(2)),
    onMet: ({ name, doubts }) => {
      process.stderr.write(`${name}: ${doubts.length === 0 ? 'right' : 'NOT RIGHT'}\n`);
    },
  });
  process.stdout.write(`${describe(outcome)}\n`);
  process.exitCode = outcome.isRight ? 0 : 1;
} catch (error) {
  process.stderr.write(`the run failed: ${traceOf(error)}\n`);
  process.exitCode = 1;
}
