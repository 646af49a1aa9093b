import { expect, test } from 'vitest';
import { chancePoints, rightPercent } from './stats.ts';

test('the share of the decided is one with one place, and none while nothing is decided', () => {
  expect(rightPercent({ right: 28, decided: 57, break_even: '55.56' })).toBe('49.1');
  expect(rightPercent({ right: 0, decided: 0, break_even: null })).toBeUndefined();
});

test('what chance explains falls with the root of the number, and never exceeds a hundred points', () => {
  expect(chancePoints({ right: 28, decided: 57, break_even: '55.56' })).toBe('13');
  expect(chancePoints({ right: 2800, decided: 5700, break_even: '55.56' })).toBe('2');
  expect(chancePoints({ right: 0, decided: 0, break_even: null })).toBe('100');
});
