import { amount, format, rate } from '@plimsoll/money';
import { expect, test } from 'vitest';
import { positionOf, type PositionFill } from './position.ts';

const FEE = rate('0.001');
const buy = (quantity: string, paid: string, fee = '0'): PositionFill => ({
  side: 'buy',
  quantity: amount(quantity),
  paid: amount(paid),
  fee: amount(fee),
});
const sell = (quantity: string, paid: string): PositionFill => ({ ...buy(quantity, paid), side: 'sell' });
const shown = (...fills: readonly PositionFill[]) => {
  const position = positionOf(fills, FEE);
  return position && [position.quantity, position.cost, position.average, position.breakEven].map(format);
};

test('the average cost counts what was received, so that the fee of buying is in it', () => {
  expect(shown(buy('1', '100', '0.001'))).toEqual(['0.99900000', '100.00000000', '100.10010010', '100.20030040']);
});

test('a sale leaves the average as it was', () => {
  expect(shown(buy('1', '100'), buy('1', '200'), sell('1', '500'))?.slice(0, 3)).toEqual([
    '1.00000000',
    '150.00000000',
    '150.00000000',
  ]);
});

test('selling at the break-even price brings the cost back, the fee paid', () => {
  const position = positionOf([buy('2', '300')], FEE);
  expect(position && format(position.breakEven)).toBe('150.15015015');
  // 2 at 150.15015015 are 300.3003003; less a tenth of a percent 300.
});

test('what is sold out, or more, begins again from nothing', () => {
  expect(shown(buy('1', '100'), sell('2', '300'))).toBeUndefined();
  expect(shown(buy('1', '100'), sell('2', '300'), buy('1', '50'))?.[2]).toBe('50.00000000');
  expect(shown()).toBeUndefined();
});
