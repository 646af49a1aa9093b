import { expect, test } from 'vitest';
import { waitAfter } from './back-off.ts';

test('twelve attempts are made within four days, each wait longer than the one before', () => {
  const waits = Array.from({ length: 12 }, (_none, nth) => waitAfter(nth + 1, '1000'));
  expect(waits.at(-1)).toBeUndefined();
  const known = waits.flatMap((each) => each ?? []);
  expect(known).toHaveLength(11);
  expect(known).toEqual(known.toSorted((a, b) => a - b));
  expect(known[0]).toBe(5_000);
  expect(known.reduce((sum, each) => sum + each, 0) / 3_600_000).toBeGreaterThan(70);
});

test('messages that failed together are tried again spread over a tenth of the wait', () => {
  const waits = Array.from({ length: 100 }, (_none, nth) => waitAfter(3, String(1000 + nth)) ?? 0);
  expect(Math.min(...waits)).toBe(120_000);
  expect(Math.max(...waits)).toBe(131_880);
});

test('a receiver may ask for a longer wait, up to an hour, not for a shorter one', () => {
  expect(waitAfter(1, '1000', 60_000)).toBe(60_000);
  expect(waitAfter(1, '1000', 86_400_000)).toBe(3_600_000);
  expect(waitAfter(3, '1000', 1_000)).toBe(120_000);
});
