import { describeMachine } from './machine.ts';
import { endChildren, slowest, type Outcome, type Part, type Timed } from './part.ts';

/** A part, or parts run at once. */
export type Step = Part | readonly Part[];

/** Runs steps in order, prints each part's result and a summary. Resolves to the exit code. */
export async function runAll(steps: readonly Step[], say: (line: string) => void): Promise<number> {
  const outcomes: (Timed & { outcome: Outcome })[] = [];
  const runOne = async (part: Part): Promise<void> => {
    say(`\n— ${part.name}`);
    const beganMs = performance.now();
    const outcome = await part.run().catch((error: unknown): Outcome => {
      say(error instanceof Error ? (error.stack ?? error.message) : String(error));
      return { passed: 0, failed: 1, skipped: [] };
    });
    const seconds = (performance.now() - beganMs) / 1000;
    outcomes.push({ name: part.name, seconds, outcome });
    say(`— ${part.name}: ${words(outcome)}, ${seconds.toFixed(1)} s`);
  };
  for (const step of steps) await Promise.all([step].flat().map(runOne));
  const all = outcomes.map(({ outcome }) => outcome);
  const skipped = all.flatMap((outcome) => outcome.skipped);
  say('');
  for (const { name, reason } of skipped) say(`skipped: ${name} (${reason})`);
  for (const { name, outcome } of outcomes) {
    if (outcome.failed > 0) say(`failed: ${name} (${outcome.failed})`);
    // Repeated at the end: of a long log often only the last page is kept.
    for (const failure of outcome.failures ?? []) say(`  ${failure.name}\n${beginning(failure.message)}`);
  }
  for (const { name, seconds, outcome } of slowest(outcomes)) {
    const files = slowest(outcome.files ?? []).map((file) => `${file.name} ${file.seconds.toFixed(0)} s`);
    say(`slowest: ${name}, ${seconds.toFixed(0)} s${files.length > 0 ? ` (${files.join(', ')})` : ''}`);
  }
  const passed = all.reduce((sum, outcome) => sum + outcome.passed, 0);
  const failed = all.reduce((sum, outcome) => sum + outcome.failed, 0);
  say(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

const MESSAGE_LINES = 12;

/** The first lines of a message, indented. */
const beginning = (message: string): string =>
  message
    .split('\n')
    .slice(0, MESSAGE_LINES)
    .map((line) => `    ${line}`)
    .join('\n');

const words = ({ passed, failed, skipped }: Outcome): string =>
  `${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`;

/** Runs parts as a program. */
export async function main(steps: readonly Step[]): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      endChildren();
      process.exit(1);
    });
  }
  for (const line of await describeMachine()) process.stdout.write(`${line}\n`);
  process.exitCode = await runAll(steps, (line) => process.stdout.write(`${line}\n`));
}
