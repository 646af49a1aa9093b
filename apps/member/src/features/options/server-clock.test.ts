import { expect, test } from 'vitest';
import { clockOffset } from './server-clock.ts';

const SELLS = Date.UTC(2026, 10, 21, 12);
const answered = (count_down: number, status: 1 | 2 = 1) => ({
  selltime: new Date(SELLS).toISOString(),
  count_down,
  status,
});

test('a clock that agrees is kept', () => {
  expect(clockOffset(answered(42), SELLS - 41_500, 0)).toBe(0);
});

test('a clock behind or ahead is moved as little as the countdown requires', () => {
  expect(clockOffset(answered(42), SELLS - 51_500, 0)).toBe(9500);
  expect(clockOffset(answered(42), SELLS - 31_500, 0)).toBe(-9500);
});

test('an order that is due gives a lower bound alone', () => {
  expect(clockOffset(answered(0), SELLS - 2000, 0)).toBe(2000);
  expect(clockOffset(answered(0), SELLS + 60_000, 0)).toBe(0);
});

test('a settled order is ignored', () => {
  expect(clockOffset(answered(0, 2), SELLS - 90_000, 7)).toBe(7);
});
