import { stripVTControlCharacters } from 'node:util';
import type { Failure, Outcome, Skipped, Timed } from './part.ts';

interface Report {
  readonly suites: readonly Suite[];
  readonly errors?: readonly Thrown[];
}
interface Thrown {
  readonly message?: string;
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
  /** `flaky` passed on a retry only: it counts as failed. */
  readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
  readonly results?: readonly { readonly duration: number; readonly errors?: readonly Thrown[] }[];
  readonly annotations: readonly { readonly type: string; readonly description?: string }[];
}

/** The message without terminal colours. */
const messageOf = ({ message = '' }: Thrown): string => stripVTControlCharacters(message);

/** Counts a report of Playwright's JSON reporter. */
export function readPlaywright(text: string): Outcome {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by Playwright's JSON reporter just before
  const report = JSON.parse(text) as Report;
  let passed = 0;
  const failures: Failure[] = (report.errors ?? []).map((error) => ({
    name: 'outside any journey',
    message: messageOf(error),
  }));
  const skipped: Skipped[] = [];
  const seconds = new Map<string, number>();
  const visit = (suite: Suite, above: readonly string[]): void => {
    const path = [...above, suite.title];
    for (const spec of suite.specs ?? []) {
      for (const { status, annotations, results = [] } of spec.tests) {
        const tookMs = results.reduce((sum, { duration }) => sum + duration, 0);
        seconds.set(path[0] ?? '', (seconds.get(path[0] ?? '') ?? 0) + tookMs / 1000);
        const name = [...path, spec.title].join(' › ');
        if (status === 'expected') passed += 1;
        else if (status !== 'skipped')
          failures.push({
            name,
            message: results
              .flatMap(({ errors = [] }) => errors)
              .map(messageOf)
              .join('\n'),
          });
        else {
          const why = annotations.find(({ type }) => type === 'skip' || type === 'fixme')?.description;
          skipped.push({ name, reason: why ?? 'no reason given' });
        }
      }
    }
    for (const inner of suite.suites ?? []) visit(inner, path);
  };
  for (const suite of report.suites) visit(suite, []);
  return {
    passed,
    failed: failures.length,
    skipped,
    failures,
    files: Array.from(seconds, ([name, each]): Timed => ({ name, seconds: each })),
  };
}
