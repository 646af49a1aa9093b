import type { MarketItem } from '@plimsoll/contract';
import { expect, test } from 'vitest';
import { coinAt, marketOfCoin } from './coin-place.ts';
import { holdingOf } from './holding.ts';
import { mentions } from './news.ts';

const coin = (coinName: string, balance: string, dbalance: string, all_zhprice: string) => ({
  coinId: 2,
  coinName,
  balance,
  dbalance,
  all_zhprice,
});

test('a coin is counted over all accounts, what is on hold too; empty accounts are left out', () => {
  const held = holdingOf(
    [
      { type: 1, coins: [coin('BTC', '0.1', '0.3', '40000'), coin('ETH', '1', '0', '3000')] },
      { type: 2, coins: [coin('BTC', '0.4', '0', '40000')] },
      { type: 3, coins: [coin('BTC', '0', '0', '0')] },
    ],
    'BTC',
  );
  expect(held).toMatchObject({ all: '0.80000000', available: '0.50000000', held: '0.30000000' });
  expect(held?.worth).toBe('80000.00000000');
  expect(held?.accounts.map(({ type }) => type)).toEqual([1, 2]);
  expect(holdingOf([{ type: 1, coins: [] }], 'BTC')).toBeUndefined();
});

test('an address names a coin; one that cannot be read names none', () => {
  expect(coinAt('/coin/BTC')).toBe('BTC');
  expect(coinAt('/coin/A%2FB/')).toBe('A/B');
  expect(coinAt('/coin/%E0%A4%A')).toBe('');
  expect(coinAt('/coin')).toBe('');
});

test('a coin’s price is that in dollars, else that of its first market', () => {
  const markets = ['ETH/BTC', 'ETH/USDT', 'SOL/BTC'].map((title) => {
    const [coinname, trade_coin] = title.split('/');
    return { title, coinname, trade_coin } as MarketItem;
  });
  expect(marketOfCoin(markets, 'ETH')?.title).toBe('ETH/USDT');
  expect(marketOfCoin(markets, 'SOL')?.title).toBe('SOL/BTC');
  expect(marketOfCoin(markets, 'USDT')).toBeUndefined();
});

test('news mentions a coin by symbol or name, as a word of its own', () => {
  expect(mentions('Deposits of BTC are open again', ['BTC', 'Bitcoin'])).toBe(true);
  expect(mentions('bitcoin: new terms', ['BTC', 'Bitcoin'])).toBe(true);
  expect(mentions('Solana', ['SOL'])).toBe(false);
  expect(mentions('比特币充值恢复', ['比特币'])).toBe(true);
});
