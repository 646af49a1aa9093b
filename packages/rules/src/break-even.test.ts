import { amount, format, rate } from '@plimsoll/money';
import { expect, test } from 'vitest';
import { breakEvenOf } from './break-even.ts';

const FEE = rate('0.001');
const shown = (quantity: string, cost: string) => {
  const at = breakEvenOf(amount(quantity), amount(cost), FEE);
  return at === undefined ? at : format(at);
};

test('selling at the break-even price brings the cost back, the fee paid', () => {
  expect(shown('2', '300')).toBe('150.15015015');
  // 2 at 150.15015015 are 300.3003003; less a tenth of a percent 300.
});

test('what cost nothing breaks even at nothing, and nothing has no break-even', () => {
  expect(shown('1', '0')).toBe('0.00000000');
  expect(shown('0', '0')).toBeUndefined();
  // The fee of one unit is that unit.
  expect(shown('0.00000001', '5')).toBeUndefined();
});
