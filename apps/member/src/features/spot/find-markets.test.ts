import { expect, test } from 'vitest';
import { findMarkets } from './find-markets.ts';

const markets = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'].map((title) => ({ title }));
const titles = (wanted: string) => findMarkets(markets, wanted).map((each) => each.title);

test('a market is found by either coin, in any case, with or without the slash', () => {
  expect(titles('eth')).toEqual(['ETH/USDT', 'ETH/BTC']);
  expect(titles('ethbtc')).toEqual(['ETH/BTC']);
  expect(titles(' eth / b')).toEqual(['ETH/BTC']);
  expect(titles('')).toHaveLength(3);
  expect(titles('doge')).toEqual([]);
});
