import { expect, test } from 'vitest';
import { percentOf, unpadded } from './rate-words.ts';

test('a fraction is shown in percent with all its places', () => {
  expect(['0.85', '0.00125', '1', '0', '0.00000001', '10.5'].map(percentOf)).toEqual([
    '85',
    '0.125',
    '100',
    '0',
    '0.000001',
    '1050',
  ]);
  expect(['', '0.', '.5', '-1', '1e3', '0.123456789'].map(percentOf)).toEqual(
    Array.from({ length: 6 }, () => undefined),
  );
});

test('a field drops the padding zeros of the wire and keeps what is being typed', () => {
  expect(['0.50000000', '100.00000000', '1.00000001', '0.50', '100'].map(unpadded)).toEqual([
    '0.5',
    '100',
    '1.00000001',
    '0.50',
    '100',
  ]);
});
