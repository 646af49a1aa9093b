import { expect, test } from 'vitest';
import { lineOf, ratioFigure, verdictOf, type Figure } from './figure.ts';
import { transactionMs } from './pgbench.ts';
import { familyOf, readPss, readStat } from './processes.ts';
import { report } from './report.ts';
import { median, quantile } from './stats.ts';

const text = (value: number): string => `${value}/s`;

test('a median is the middle, whatever the order', () => {
  expect(median([5, 1, 3])).toBe(3);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([])).toBeNaN();
});

test('a quantile leaves the rest above it', () => {
  const values = Array.from({ length: 1000 }, (_, n) => 999 - n);
  expect(quantile(values, 0.99)).toBe(990);
  expect(quantile([7], 0.99)).toBe(7);
});

test('a ratio is the middle of the rounds’ ratios, so that one busy moment does not decide', () => {
  const figure = ratioFigure(
    'orders',
    { values: [150, 20, 160], text },
    { values: [100, 100, 100], text },
    { atLeast: 1.5 },
  );
  expect(figure.value).toBe(1.5);
  expect(verdictOf(figure)).toBe('reached');
  expect(lineOf(figure)).toBe('reached  orders: 150/s against 100/s: 1.50 × (limit ≥ 1.5 ×)');
});

const seconds = (value: number): Figure => ({
  what: 'start',
  measured: `${value} s`,
  against: null,
  value,
  unit: 's',
  limit: { atMost: 3 },
});

test('a limit is reached at its very value, and missed beyond it', () => {
  expect(verdictOf(seconds(3))).toBe('reached');
  expect(verdictOf(seconds(3.001))).toBe('missed');
  expect(lineOf(seconds(4))).toBe('missed   start: 4 s (limit ≤ 3 s)');
});

test('what could not be measured is missed', () => {
  expect(verdictOf(seconds(Number.NaN))).toBe('missed');
  expect(verdictOf(ratioFigure('x', { values: [1], text }, { values: [], text }, { atLeast: 0.1 }))).toBe('missed');
});

test('a page of figures names what is missed and what could not be measured', () => {
  const machine = { processor: 'some', cores: 2, memoryGiB: 24, system: 'linux', node: 'v24', postgres: '18' };
  const measured = { machine, load: { before: 0.4, after: 1.2 } };
  const page = report(
    [
      { name: 'start', at: '1970-01-02T00:00:00.000Z', ...measured, figures: [seconds(2), seconds(4)] },
      { name: 'idle', at: '1970-01-01T00:00:00.000Z', ...measured, figures: null },
    ],
    ['start', 'idle', 'lists'],
    'The reason why.',
  );
  expect(page).toContain('1 of 2 limits reached, 1 missed; not measured: idle, lists.');
  expect(page).toContain('| start | 4 s |  |  | ≤ 3 s | missed |');
  expect(page).toContain('`npm run bench:start`, 1970-01-02: some, 2 cores');
  expect(page).toContain('The reason why.');
});

test('a transaction of pgbench takes what passed since its schedule, less what it came late', () => {
  expect(transactionMs('0 1 2500 0 1700000000 5 500\n3 2 1000 0 1700000000 9 0\n')).toEqual([2, 1]);
});

test('a process’s figures are read whatever its name', () => {
  const fields = ['S', '41', ...Array(9).fill('0'), '7', '2', '1', '1'];
  expect(readStat(`42 (a) b (c)) ${fields.join(' ')}`)).toEqual({ parent: 41, ticks: 11 });
  expect(readPss('Rss: 900 kB\nPss:      512 kB\nPss_Dirty: 3 kB\n')).toBe(512);
  expect(readPss('')).toBeNaN();
});

test('a family is a process with all that descend from it', () => {
  const parents = new Map([
    [2, 1],
    [3, 2],
    [4, 1],
    [5, 9],
    [1, 0],
  ]);
  expect(familyOf(2, parents)).toEqual([2, 3]);
  expect(familyOf(1, parents).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4]);
});
