import { expect, test } from 'vitest';
import { amount, format, price, rate, share as shareOf, type Amount, type Price, type Rate } from './index.ts';

// What "does not compile" means: `tsc -b` fails when one of these lines compiles.

test('an amount, a price and a rate are not interchangeable', () => {
  // @ts-expect-error A price is no amount.
  const paid: Amount = price('2');
  // @ts-expect-error An amount is no price.
  const asked: Price = amount('2');
  // @ts-expect-error An amount is no rate.
  const share: Rate = amount('2');
  expect([paid, asked, share].map((each) => format(each))).toEqual(['2.00000000', '2.00000000', '2.00000000']);
});

test('a number, a text or a bigint is no amount', () => {
  // @ts-expect-error A number is never money.
  const counted: Amount = 2;
  // @ts-expect-error A text is parsed first.
  const written: Amount = '2';
  // @ts-expect-error A bigint has no kind.
  const bare: Amount = 2n;
  expect([counted, written, bare]).toHaveLength(3);
});

test('arguments of another kind do not compile', () => {
  expect(format(shareOf(amount('100'), rate('0.001'), 'down'))).toBe('0.10000000');
  // @ts-expect-error Rate and amount in the wrong order.
  expect(format(shareOf(rate('0.001'), amount('100'), 'down'))).toBe('0.10000000');
});

test('a sum of amounts is an amount only by the functions of this package', () => {
  // @ts-expect-error An operator gives a bare bigint; `plus` gives an amount.
  const both: Amount = amount('1') + amount('1');
  expect(both).toBe(amount('2'));
});
