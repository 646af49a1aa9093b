import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';
import type { Failure, Outcome, Skipped, Timed } from './part.ts';
import { relative } from 'node:path';

/** An error's message with its stack; thrown values may be anything. */
const messageOf = (error: unknown): string => {
  if (typeof error !== 'object' || error === null) return String(error);
  return 'stack' in error && typeof error.stack === 'string' ? error.stack : JSON.stringify(error);
};

/** Writes results to the file `PLIMSOLL_REPORT`, with reasons of skipped tests, which vitest's JSON omits. */
export default class OutcomeReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    let passed = 0;
    const failures: Failure[] = errors.map((error) => ({ name: 'outside any test', message: messageOf(error) }));
    const skipped: Skipped[] = [];
    const files: Timed[] = [];
    for (const module of modules) {
      files.push({ name: relative(process.cwd(), module.moduleId), seconds: module.diagnostic().duration / 1000 });
      // A file that fails to load or set up has no failed test.
      const outside = [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())];
      failures.push(
        ...outside.map((error) => ({ name: relative(process.cwd(), module.moduleId), message: messageOf(error) })),
      );
      for (const test of module.children.allTests()) {
        const result = test.result();
        if (result.state === 'passed') passed += 1;
        else if (result.state === 'skipped')
          skipped.push({ name: test.fullName, reason: result.note ?? 'its condition does not hold on this machine' });
        else
          failures.push({
            name: `${relative(process.cwd(), module.moduleId)} › ${test.fullName}`,
            message: (result.errors ?? []).map(messageOf).join('\n'),
          });
      }
    }
    const path = process.env['PLIMSOLL_REPORT'];
    if (path)
      writeFileSync(
        path,
        JSON.stringify({ passed, failed: failures.length, skipped, failures, files } satisfies Outcome),
      );
  }
}
