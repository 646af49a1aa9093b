import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { BROWSERS, onPath } from './machine.ts';
import { openMemoryFolder } from './memory.ts';
import { command, ROOT, type Outcome, type Part } from './part.ts';
import { readPlaywright } from './read-playwright.ts';

const REPORTS = `${ROOT}.cache/reports/`;
// They end hangs, also on a machine that is slow or busy with other things. The journeys have what is left of the 90
// minutes that CI gives to everything, less what installing takes.
const VITEST_LIMIT_MS = 40 * 60_000;
const WHOLE_LIMIT_MS = 88 * 60_000;

/** Unit and property tests, also on PostgreSQL. */
export const vitestPart = (): Part => ({
  name: 'tests',
  async run() {
    const report = freshReport('vitest.json');
    const memory = openMemoryFolder();
    const remove = (): void => memory?.remove();
    process.once('exit', remove);
    const { status } = await command(
      'node_modules/vitest/vitest.mjs',
      ['run', '--reporter=default', '--reporter=./tools/run/vitest-reporter.ts'],
      {
        env: { PLIMSOLL_REPORT: report, ...(memory ? { TMPDIR: memory.path } : {}) },
        limitMs: VITEST_LIMIT_MS,
      },
    );
    process.off('exit', remove);
    remove();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by vitest-reporter.ts just before
    const outcome = readReport(report, (text) => JSON.parse(text) as Outcome);
    return judged(outcome, status);
  },
});

/** Journeys in a real browser. */
export const playwrightPart = (): Part => ({
  name: 'journeys',
  async run() {
    if (!BROWSERS.some(onPath))
      return {
        passed: 0,
        failed: 0,
        skipped: [{ name: 'the journeys in a browser', reason: 'there is no chromium on the PATH' }],
      };
    const report = freshReport('playwright.json');
    const { status } = await command(
      'node_modules/@playwright/test/cli.js',
      ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'],
      {
        env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
        limitMs: WHOLE_LIMIT_MS - performance.now(),
      },
    );
    return judged(readReport(report, readPlaywright), status);
  },
});

function freshReport(name: string): string {
  mkdirSync(REPORTS, { recursive: true });
  rmSync(REPORTS + name, { force: true });
  return REPORTS + name;
}

function readReport(path: string, read: (text: string) => Outcome): Outcome | undefined {
  try {
    return read(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** A suite with a bad exit code has failed, whatever its report says; so has one without a report or tests. */
export function judged(outcome: Outcome | undefined, status: number): Outcome {
  const { passed, failed, skipped, failures = [], files = [] } = outcome ?? { passed: 0, failed: 0, skipped: [] };
  const isBad = status !== 0 || passed + failed + skipped.length === 0;
  return { passed, failed: isBad ? Math.max(failed, 1) : failed, skipped, failures, files };
}
