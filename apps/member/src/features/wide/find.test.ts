import { expect, test } from 'vitest';
import { fitOf, fitting } from './find.ts';

test('what begins with the typed text stands before what contains it', () => {
  const texts = ['ETH/BTC', 'WBTC/USDT', 'BTC/USDT'];
  expect(fitting(texts, 'btc', (text) => [text])).toEqual(['BTC/USDT', 'ETH/BTC', 'WBTC/USDT']);
});

test('a pair is found with or without its slash, and titles without their accents', () => {
  expect(fitOf('BTC/USDT', 'btcus')).toBe(2);
  expect(fitOf('BTC/USDT', 'btc/us')).toBe(0);
  expect(fitOf('Einzahlung für später', 'fur')).toBe(1);
  expect(fitOf('Dépôt', 'depot')).toBe(0);
});

test('nothing typed fits everything; what fits in no text is left out', () => {
  expect(fitOf('Home', '')).toBe(0);
  expect(fitOf('Home', 'zz')).toBeUndefined();
  expect(fitting(['Home', 'Market'], 'zz', (text) => [text])).toEqual([]);
});
