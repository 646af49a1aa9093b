import { expect, test } from 'vitest';
import { enteredDecimal } from './entered-decimal.ts';

test.each([
  ['', ''],
  ['.', '0'],
  [',', '0'],
  ['.5', '0.5'],
  ['1.', '1'],
  ['1,5', '1.5'],
  ['١٫٥', '1.5'],
  ['0.50', '0.50'],
  ['0.12345678', '0.12345678'],
])('%j is taken as %j', (typed, wire) => {
  expect(enteredDecimal(typed)).toBe(wire);
});

test.each(['x', '1x', '-1', '1e3', '0.123456789', '1'.repeat(19), '1..2'])('%j is not taken', (typed) => {
  expect(enteredDecimal(typed)).toBeNull();
});
