import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FIRST_OPTION_AT_MOST, JOBS, tableOf } from './support/taps.ts';

const jobs = Object.values(JOBS);

test('no job takes more taps than in the first version', () => {
  expect(jobs.filter(({ before, now }) => before !== undefined && now > before)).toEqual([]);
  expect(JOBS.option.now).toBeLessThanOrEqual(FIRST_OPTION_AT_MOST);
});

test('the table of DESIGN 2.6 has the taps that are counted', () => {
  expect(readFileSync(new URL('../docs/DESIGN.md', import.meta.url), 'utf8')).toContain(`\n\n${tableOf(jobs)}\n\n`);
});
