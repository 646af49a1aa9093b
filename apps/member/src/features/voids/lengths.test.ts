import { expect, test } from 'vitest';
import { clockText } from './lengths.ts';

test.each([
  [0, '0:00'],
  [7_999, '0:07'],
  [60_000, '1:00'],
  [725_000, '12:05'],
  [3_599_999, '59:59'],
  [3_725_000, '1:02:05'],
  [90_000_000, '25:00:00'],
])('%i ms are %s', (ms, text) => {
  expect(clockText(ms)).toBe(text);
});
