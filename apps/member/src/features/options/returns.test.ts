import { distance, inPercent, amount, formatShort, price, rate } from '@plimsoll/money';
import { expect, test } from 'vitest';
import { breakEven, returnOf, standingOf, wouldBe, worthAt } from './returns.ts';

test('a win returns the stake and its profit, to the last place', () => {
  expect(formatShort(returnOf(amount('30'), rate('0.8'), 8))).toBe('54');
  expect(formatShort(returnOf(amount('0.00000001'), rate('0.5'), 8))).toBe('0.00000001');
  expect(formatShort(returnOf(amount('0.00000003'), rate('0.5'), 8))).toBe('0.00000005');
});

test('a coin of fewer places returns a rounded profit: half to even, as on the server', () => {
  expect(formatShort(returnOf(amount('12.34'), rate('0.82'), 2))).toBe('22.46');
  expect(formatShort(returnOf(amount('25'), rate('0.5'), 0))).toBe('37');
});

test.each([
  ['0.75', '57.14'],
  ['0.8', '55.56'],
  ['0.82', '54.95'],
  ['0.9', '52.63'],
  ['1', '50'],
  ['0', '100'],
])('at a rate of %s one breaks even when right %s percent of the time', (of, percent) => {
  expect(formatShort(breakEven(rate(of)))).toBe(percent);
});

test('a rate of 0.8 is 80 percent', () => {
  expect(formatShort(inPercent(rate('0.8')))).toBe('80');
});

test('a price is above, below or on the line, by its last place', () => {
  const line = price('97412.35');
  expect(standingOf(line, price('97412.35000001'))).toBe('above');
  expect(standingOf(line, price('97412.34999999'))).toBe('below');
  expect(standingOf(line, price('97412.350'))).toBe('on');
  expect(distance(line, price('97431.12'))).toBe(distance(price('97431.12'), line));
});

test('up wins above the line, down below it, and both tie on it', () => {
  expect([wouldBe('up', 'above'), wouldBe('up', 'below'), wouldBe('up', 'on')]).toEqual(['win', 'lose', 'tie']);
  expect([wouldBe('down', 'above'), wouldBe('down', 'below'), wouldBe('down', 'on')]).toEqual(['lose', 'win', 'tie']);
});

test('the worth of an option is what would be paid, in the places of its coin', () => {
  const order = { num: '33.33000000', rate: '0.75000000', decimals: 2 };
  expect([worthAt(order, 'win'), worthAt(order, 'lose'), worthAt(order, 'tie')]).toEqual(['25', '-33.33', '0']);
  expect(worthAt({ ...order, decimals: 8 }, 'win')).toBe('24.9975');
});
