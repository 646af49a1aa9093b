import type { MiningProduct } from '@plimsoll/contract';
import { amount, format } from '@plimsoll/money';
import { describe, expect, test } from 'vitest';
import { boundsOf, changed, errorIn, formAt, percentOf, computeRevenue, revenueOf } from './lock-form.ts';

const product = (
  min_price: string,
  max_price: string,
  decimals = 6,
  interest_rate = '0.12',
  cycle = 7,
): MiningProduct => ({
  id: 1,
  title: 'Skiff',
  img: '',
  min_price,
  max_price,
  coin_title: 'USDT',
  interest_rate,
  cycle,
  c_id: 1,
  coin: 'USDT',
  decimals,
});
const skiff = product('100', '2000');

describe('an amount to lock', () => {
  test('begins at the minimum, and steps by its first figure within the bounds', () => {
    expect(formAt(skiff)).toEqual({ amount: '100', wrong: undefined });
    const step = (text: string, way: 1 | -1) =>
      changed({ amount: text, wrong: 'outside' }, { kind: 'step', way }, skiff);
    expect([step('100', 1), step('150', -1), step('', 1), step('1950', 1)].map((form) => form.amount)).toEqual([
      '200',
      '100',
      '100',
      '2000',
    ]);
    expect(step('100', 1).wrong).toBeUndefined();
  });

  test("is whole where the bounds allow it, else it has the coin's places", () => {
    expect(boundsOf(product('10.5', '99.5'))).toMatchObject({
      min: amount('11'),
      max: amount('99'),
      isWhole: true,
      step: amount('10'),
    });
    expect(boundsOf(product('0.5', '20'))).toMatchObject({ min: amount('1'), isWhole: true, step: amount('1') });
    expect(boundsOf(product('0.05', '0.9', 8))).toMatchObject({
      min: amount('0.05'),
      max: amount('0.9'),
      isWhole: false,
      step: amount('0.01'),
    });
  });

  test.each([
    ['', 'enter'],
    ['100.5', 'notWhole'],
    ['99', 'outside'],
    ['2001', 'outside'],
    ['501', 'insufficient'],
    ['500', undefined],
  ])('of "%s" is %s', (text, wrong) => {
    expect(errorIn({ amount: text, wrong: undefined }, skiff, '500')).toBe(wrong);
  });

  test('with too many places is refused; an unknown balance is no error', () => {
    expect(errorIn({ amount: '0.0501', wrong: undefined }, product('0.05', '0.9', 3), undefined)).toBe('tooFine');
    expect(errorIn({ amount: '2000', wrong: undefined }, skiff, undefined)).toBeUndefined();
  });

  test('is checked while typing only after it was refused', () => {
    expect(changed({ amount: '', wrong: undefined }, { kind: 'enter', text: '1' }, skiff).wrong).toBeUndefined();
    expect(changed({ amount: '1', wrong: 'outside' }, { kind: 'enter', text: '10' }, skiff).wrong).toBe('outside');
    expect(changed({ amount: '10', wrong: 'outside' }, { kind: 'enter', text: '100' }, skiff).wrong).toBeUndefined();
  });
});

test('revenue is rounded half-even a day, as on the server, then multiplied by the days', () => {
  const written = ({ daily, total }: ReturnType<typeof revenueOf>) => [format(daily), format(total)];
  expect(written(revenueOf(amount('250.5'), skiff))).toEqual(['0.30060000', '2.10420000']);
  expect(written(revenueOf(amount('25'), product('1', '100', 2, '0.1', 3)))).toEqual(['0.02000000', '0.06000000']);
  expect(computeRevenue({ amount: '99', wrong: undefined }, skiff)).toBeUndefined();
  expect(percentOf({ amount: '500', wrong: undefined }, skiff)).toEqual({ percent: 25, isOver: false });
});
