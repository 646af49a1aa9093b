import { expect, test } from 'vitest';
import { runAll } from './all.ts';
import { check, command, type Outcome } from './part.ts';
import { readPlaywright } from './read-playwright.ts';
import { judged } from './suites.ts';

const part = (name: string, outcome: Outcome) => ({ name, run: async () => outcome });

async function linesOf(parts: Parameters<typeof runAll>[0]): Promise<{ status: number; lines: string[] }> {
  const lines: string[] = [];
  const status = await runAll(parts, (line) => lines.push(line));
  return { status, lines };
}

test('the last line sums all parts up, and skipped tests are named and not counted', async () => {
  const { status, lines } = await linesOf([
    check('types', async () => true),
    part('tests', { passed: 41, failed: 0, skipped: [{ name: 'a rare thing', reason: 'only as root' }] }),
  ]);
  expect(status).toBe(0);
  expect(lines.at(-1)).toBe('42 passed, 0 failed');
  expect(lines).toContain('skipped: a rare thing (only as root)');
});

test('one failed check fails the whole, and the other parts run all the same', async () => {
  const { status, lines } = await linesOf([check('types', async () => false), check('lint', async () => true)]);
  expect(status).toBe(1);
  expect(lines.at(-1)).toBe('1 passed, 1 failed');
  expect(lines).toContain('failed: types (1)');
});

test('a part that crashes failed', async () => {
  const { status, lines } = await linesOf([
    check('types', () => Promise.reject(new Error('gone'))),
    check('lint', async () => true),
  ]);
  expect(status).toBe(1);
  expect(lines.at(-1)).toBe('1 passed, 1 failed');
});

test('parts side by side all run, and all count', async () => {
  const first = Promise.withResolvers<boolean>();
  const { status, lines } = await linesOf([
    [
      check('waits for the other', () => first.promise),
      check('the other', async () => {
        first.resolve(false);
        return true;
      }),
    ],
    check('build', async () => true),
  ]);
  expect(status).toBe(1);
  expect(lines.at(-1)).toBe('2 passed, 1 failed');
  expect(lines).toContain('failed: waits for the other (1)');
});

test('failures are repeated at the end, with the beginning of their messages', async () => {
  const message = Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n');
  const { lines } = await linesOf([
    part('tests', { passed: 1, failed: 1, skipped: [], failures: [{ name: 'a.test.ts › a rule', message }] }),
    check('types', async () => true),
  ]);
  const shown = lines.find((line) => line.includes('a rule')) ?? '';
  expect(shown).toContain('line 0');
  expect(shown).not.toContain('line 30');
});

test('nothing at all is no success', async () => {
  expect((await linesOf([])).status).toBe(1);
});

test.each<[string, Outcome | undefined, number, number]>([
  ['left no report', undefined, 0, 1],
  ['ran nothing', { passed: 0, failed: 0, skipped: [] }, 0, 1],
  ['ended badly with a good report', { passed: 9, failed: 0, skipped: [] }, 1, 1],
  ['failed twice', { passed: 9, failed: 2, skipped: [] }, 1, 2],
  ['passed', { passed: 9, failed: 0, skipped: [] }, 0, 0],
])('a suite that %s has its failures counted', (_, outcome, status, failed) => {
  expect(judged(outcome, status).failed).toBe(failed);
});

test('a program that hangs is ended and failed', async () => {
  const { status } = await command('--eval', ['setInterval(() => {}, 1000)'], { limitMs: 200 });
  expect(status).not.toBe(0);
});

test('a journey that passed only at a second try failed', () => {
  const tests = (status: string, annotations: object[] = []) => [
    { status, annotations, results: [{ duration: 1500, errors: status === 'expected' ? [] : [{ message: 'gone' }] }] },
  ];
  const report = {
    suites: [
      {
        title: 'spot.spec.ts',
        specs: [{ title: 'a buy', tests: tests('expected') }],
        suites: [
          {
            title: 'limits',
            specs: [
              { title: 'a cancel', tests: tests('flaky') },
              { title: 'a fill', tests: tests('unexpected') },
              { title: 'a wait', tests: tests('skipped', [{ type: 'skip', description: 'needs redis' }]) },
            ],
          },
        ],
      },
    ],
    errors: [{ message: '\u001B[31mno server\u001B[39m' }],
  };
  expect(readPlaywright(JSON.stringify(report))).toEqual({
    passed: 1,
    failed: 3,
    skipped: [{ name: 'spot.spec.ts › limits › a wait', reason: 'needs redis' }],
    failures: [
      { name: 'outside any journey', message: 'no server' },
      { name: 'spot.spec.ts › limits › a cancel', message: 'gone' },
      { name: 'spot.spec.ts › limits › a fill', message: 'gone' },
    ],
    files: [{ name: 'spot.spec.ts', seconds: 6 }],
  });
});
