import type { Outcome, Skipped } from './part.ts';

interface Report {
  readonly suites: readonly Suite[];
  readonly errors?: readonly unknown[];
}
interface Suite {
  readonly title: string;
  readonly suites?: readonly Suite[];
  readonly specs?: readonly Spec[];
}
interface Spec {
  readonly title: string;
  readonly tests: readonly Test[];
}
interface Test {
  /** `flaky` passed only when tried again: it failed. */
  readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
  readonly annotations: readonly { readonly type: string; readonly description?: string }[];
}

/** Counts a report of Playwright's JSON reporter. */
export function readPlaywright(text: string): Outcome {
  const report = JSON.parse(text) as Report;
  let passed = 0;
  let failed = report.errors?.length ?? 0;
  const skipped: Skipped[] = [];
  const visit = (suite: Suite, above: readonly string[]): void => {
    const path = [...above, suite.title];
    for (const spec of suite.specs ?? []) {
      for (const { status, annotations } of spec.tests) {
        if (status === 'expected') passed += 1;
        else if (status !== 'skipped') failed += 1;
        else {
          const why = annotations.find(({ type }) => type === 'skip' || type === 'fixme')?.description;
          skipped.push({ name: [...path, spec.title].join(' › '), reason: why ?? 'no reason given' });
        }
      }
    }
    for (const inner of suite.suites ?? []) visit(inner, path);
  };
  for (const suite of report.suites) visit(suite, []);
  return { passed, failed, skipped };
}
