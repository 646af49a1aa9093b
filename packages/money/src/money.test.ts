import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  affordable,
  amount,
  averagePrice,
  format,
  formatShort,
  minus,
  notional,
  parseAmount,
  percentage,
  placesUsed,
  price,
  rate,
  share,
  unitOf,
  type Amount,
  type Price,
} from './index.ts';

const units = (max: bigint) => fc.bigInt({ min: 0n, max });
const amounts = units(10n ** 22n).map((value) => value as Amount);
const prices = units(10n ** 14n)
  .filter((value) => value > 0n)
  .map((value) => value as Price);

test('a formatted amount is parsed as the same amount', () => {
  fc.assert(
    fc.property(amounts, (value) => {
      expect(parseAmount(format(value))).toBe(value);
      expect(parseAmount(formatShort(value))).toBe(value);
      expect(amount(`-${format(value)}`)).toBe(-value);
    }),
  );
});

test.each([
  '',
  '-1',
  '+1',
  '1e3',
  '0x10',
  '1,000',
  '.5',
  '5.',
  '1.123456789',
  '٣',
  '１',
  ' 1',
  '1 ',
  'NaN',
  'Infinity',
  '1'.repeat(19),
  '1\n',
])('the wire refuses %j as an amount', (text) => {
  expect(parseAmount(text)).toBeNull();
});

test.each(['NaN', 'Infinity', '1.000000001', '', 'x'])('a stored value that is not exact is refused: %j', (text) => {
  expect(() => amount(text)).toThrow(RangeError);
});

test('a hold rounded up covers any payments rounded down, part by part', () => {
  fc.assert(
    fc.property(prices, amounts, amounts, (each, first, second) => {
      const whole = (first + second) as Amount;
      const before = notional(each, whole, 'up');
      const after = notional(each, second, 'up');
      expect(minus(before, after) >= notional(each, first, 'down')).toBe(true);
    }),
  );
});

test('an affordable quantity never costs more than the budget', () => {
  const step = amount('0.0001');
  fc.assert(
    fc.property(prices, amounts, (each, budget) => {
      const quantity = affordable(budget, each, step);
      expect(notional(each, quantity, 'down') <= budget).toBe(true);
      expect(quantity % step).toBe(0n);
    }),
  );
});

test('half-even sends a tie to the even neighbour', () => {
  const half = rate('0.5');
  expect(format(share(amount('0.00000001'), half, 'half-even'))).toBe('0.00000000');
  expect(format(share(amount('0.00000003'), half, 'half-even'))).toBe('0.00000002');
  expect(format(share(amount('0.00000003'), half, 'down'))).toBe('0.00000001');
  expect(format(share(amount('0.00000001'), half, 'up'))).toBe('0.00000001');
});

test('the average price of one fill is its price', () => {
  fc.assert(
    fc.property(prices, (each) => {
      const quantity = amount('1');
      expect(averagePrice(notional(each, quantity, 'down'), quantity)).toBe(each);
    }),
  );
  expect(averagePrice(amount('0'), amount('0'))).toBe(price('0'));
});

test('places used ignores trailing zeros', () => {
  expect(placesUsed(amount('1.50000000'))).toBe(1);
  expect(placesUsed(amount('3'))).toBe(0);
  expect(placesUsed(amount('0.00000001'))).toBe(8);
});

test('amounts of a coin of six decimals are no finer', () => {
  const unit = unitOf(6);
  expect(format(notional(price('0.00000123'), amount('1.5'), 'up', unit))).toBe('0.00000200');
  expect(format(notional(price('0.00000123'), amount('1.5'), 'down', unit))).toBe('0.00000100');
  expect(format(share(amount('1.234567'), rate('0.001'), 'down', unit))).toBe('0.00123400');
});

test('a percentage is rounded once, to the unit', () => {
  expect(percentage(amount('200'), rate('1.5'), 'up')).toBe(amount('3'));
  expect(percentage(amount('0.00000001'), rate('0.5'), 'up')).toBe(amount('0.00000001'));
  expect(percentage(amount('0.00000001'), rate('0.5'), 'down')).toBe(0n);
  expect(percentage(amount('1'), rate('0.00000001'), 'up', unitOf(6))).toBe(amount('0.000001'));
  fc.assert(
    fc.property(amounts, (value) => {
      expect(percentage(value, rate('100'), 'up')).toBe(value);
    }),
  );
});
