import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';
import type { Skipped } from './part.ts';

/** Writes what the tests came to into the file `PLIMSOLL_REPORT`, skipped ones with their reason, which vitest's own JSON leaves out. */
export default class OutcomeReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    let passed = 0;
    let failed = errors.length;
    const skipped: Skipped[] = [];
    for (const module of modules) {
      // A file that cannot be loaded, or whose set-up fails, has no failed test of its own.
      failed += module.errors().length + [...module.children.allSuites()].reduce((sum, suite) => sum + suite.errors().length, 0);
      for (const test of module.children.allTests()) {
        const result = test.result();
        if (result.state === 'passed') passed += 1;
        else if (result.state === 'skipped') skipped.push({ name: test.fullName, reason: result.note ?? 'its condition does not hold on this machine' });
        else failed += 1;
      }
    }
    const path = process.env['PLIMSOLL_REPORT'];
    if (path) writeFileSync(path, JSON.stringify({ passed, failed, skipped }));
  }
}
