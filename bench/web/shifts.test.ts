import { expect, test } from 'vitest';
import { scoreOf } from './shifts.ts';

const at = (atMs: number, value: number) => ({ atMs, value });

test('shifts of one burst are summed, and the worst burst counts', () => {
  expect(scoreOf([])).toBe(0);
  expect(scoreOf([at(0, 0.25), at(900, 0.25), at(1900, 0.125)])).toBe(0.5);
  expect(scoreOf([at(0, 0.25), at(1000, 0.125), at(1500, 0.5)])).toBe(0.625);
});

test('a burst ends after five seconds, however the shifts follow each other', () => {
  expect(scoreOf(Array.from({ length: 10 }, (_, nth) => at(nth * 900, 0.125)))).toBe(0.75);
});
