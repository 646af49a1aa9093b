import { describe, runHostile } from './run-hostile.ts';
import { traceOf } from '../support/message-of.ts';

// `npm run hostile` (docs/SECURITY.md): each role alone against a deployment in live mode. Exits with 0 when nothing
// was stolen, the controls succeeded and the audit is clean; else with 1.

try {
  const outcome = await runHostile((role, { name, taken }) => {
    process.stderr.write(`${role}: ${name}: ${taken.length === 0 ? 'nothing' : taken.join('; ')}\n`);
  });
  process.stdout.write(`${describe(outcome)}\n`);
  process.exitCode = outcome.isHeld ? 0 : 1;
} catch (error) {
  process.stderr.write(`the run failed: ${traceOf(error)}\n`);
  process.exitCode = 1;
}
