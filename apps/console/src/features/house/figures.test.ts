import type { CoinReport } from '@plimsoll/contract/operator';
import { expect, test } from 'vitest';
import { ageSeconds, firstCoins, housesOf, percentOf } from './figures.ts';

const coin = (name: string, difference: string): CoinReport => ({
  c_id: 1,
  coin: name,
  members: '5',
  difference,
  house: {
    outside: '-8.00000001',
    spot: '1',
    options: '0',
    loans: '0',
    rewards: '2',
    fees: '0.00000001',
    rounding: '0',
  },
});

test('the house balance is the exact sum of the house accounts without `outside`', () => {
  expect(housesOf(coin('USDT', '0'))).toBe('3.00000001');
});

test('a coin that does not add up is listed first', () => {
  expect(
    firstCoins([coin('BTC', '0.00000000'), coin('ETH', '-0.00000001'), coin('SOL', '0')]).map((each) => each.coin),
  ).toEqual(['ETH', 'BTC', 'SOL']);
});

test('a share is computed exactly, and is zero of zero', () => {
  expect(percentOf('41280', '100000')).toBe(41.28);
  expect(percentOf('1', '3')).toBe(33.33);
  expect(percentOf('5', '0')).toBe(0);
});

test('a tick is never younger than now', () => {
  expect(ageSeconds('2026-03-21T14:20:00.000Z', '2026-03-21T14:20:01.940Z')).toBe('1.9');
  expect(ageSeconds('2026-03-21T14:20:02.000Z', '2026-03-21T14:20:01.000Z')).toBe('0.0');
});
