import { expect, test } from 'vitest';
import { filledPercent } from './filled-percent.ts';

test.each([
  ['0.04000000', '0.01200000', 30],
  ['3.00000000', '1.00000000', 33],
  ['3.00000000', '2.99999999', 99],
  ['1.00000000', '1.00000000', 100],
  ['0.00000000', '0.00000000', 0],
])('of %s, %s is %d percent, never more than is filled', (predict_num, coinnum, percent) => {
  expect(filledPercent({ predict_num, coinnum })).toBe(percent);
});
