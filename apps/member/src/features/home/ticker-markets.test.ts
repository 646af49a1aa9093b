import type { MarketItem } from '@plimsoll/contract';
import { expect, test } from 'vitest';
import { tickerOf } from './ticker-markets.ts';

const MARKETS = [1, 2, 3, 4, 5].map((id) => ({ id }) as MarketItem);
const shown = (...own: readonly number[]) => tickerOf(MARKETS, own, 3).map(({ id }) => id);

test('the ticker is the member’s own list in its order', () => {
  expect(shown(5, 2, 4, 1)).toEqual([5, 2, 4, 1]);
});

test('a list shorter than the ticker is filled up with the site’s first markets', () => {
  expect(shown(4)).toEqual([4, 1, 2]);
  expect(shown(2, 9)).toEqual([2, 1, 3]);
});

test('without a list it is all markets of the site', () => {
  expect(shown()).toEqual([1, 2, 3, 4, 5]);
  expect(shown(9)).toEqual([1, 2, 3, 4, 5]);
});
