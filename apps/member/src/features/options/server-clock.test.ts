import { expect, test } from 'vitest';
import { clockOffset } from './server-clock.ts';

const SELLS = Date.UTC(2026, 10, 21, 12);
const told = (count_down: number, status: 1 | 2 = 1) => ({
  selltime: new Date(SELLS).toISOString(),
  count_down,
  status,
});

test('a clock that agrees is left as it is', () => {
  expect(clockOffset(told(42), SELLS - 41_500, 0)).toBe(0);
});

test('a clock that is behind or ahead is set as little as the countdown asks for', () => {
  expect(clockOffset(told(42), SELLS - 51_500, 0)).toBe(9500);
  expect(clockOffset(told(42), SELLS - 31_500, 0)).toBe(-9500);
});

test('an order that is due says only that its time has come', () => {
  expect(clockOffset(told(0), SELLS - 2000, 0)).toBe(2000);
  expect(clockOffset(told(0), SELLS + 60_000, 0)).toBe(0);
});

test('a settled order says nothing', () => {
  expect(clockOffset(told(0, 2), SELLS - 90_000, 7)).toBe(7);
});
