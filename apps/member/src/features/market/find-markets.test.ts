import { expect, test } from 'vitest';
import { coinName } from './coin-names.ts';
import { findCoins, findMarkets, folded, namesUnder } from './find-markets.ts';

const MARKETS = ['BTC/USDT', 'ETH/USDT', 'XRP/USDT', 'ETH/BTC', 'SOL/BTC', 'PEPE/USDT'].map((title) => {
  const [coinname = '', trade_coin = ''] = title.split('/');
  return { title, coinname, trade_coin };
});
const found = (text: string, language: Parameters<typeof findMarkets>[2] = 'en') =>
  findMarkets(MARKETS, text, language).map(({ market }) => market.title);

test('a pair is found by any part of its symbol, with or without the slash, in any case', () => {
  expect(found('eth/u')).toEqual(['ETH/USDT']);
  expect(found('ETHUS')).toEqual(['ETH/USDT']);
  expect(found('pep')).toEqual(['PEPE/USDT']);
  expect(found('zzz')).toEqual([]);
  expect(found(' ')).toHaveLength(MARKETS.length);
});

test.each([
  'bit',
  'Bitcoin',
  'BITCOIN',
  'ｂｉｔ',
  'биткоин',
  'Биткойн',
  '比特币',
  '比特幣',
  'ビット',
  '비트',
  'بيت',
  'بیت‌کوین',
  'بٹ کوائن',
  'बिटकॉइन',
  'বিটকয়েন',
  'บิต',
  'ບິດ',
  'μπιτκοιν',
])('“%s” finds Bitcoin in every language, its own markets before those quoted in it', (text) => {
  for (const language of ['en', 'ru', 'ar'] as const)
    expect(found(text, language)).toEqual(['BTC/USDT', 'ETH/BTC', 'SOL/BTC']);
});

test('a name is found from its beginning: Ether is not in Tether', () => {
  expect(found('ether')).toEqual(['ETH/USDT', 'ETH/BTC']);
  expect(found('ripple')).toEqual(['XRP/USDT']);
  expect(found('tether')).toHaveLength(4);
});

test('what was found is named first, then the name in the reader’s language', () => {
  const [btc] = findMarkets(MARKETS, 'бит', 'en');
  expect(btc?.base).toEqual({ name: 'Биткойн', length: 3 });
  expect(namesUnder('BTC', btc?.base, 'en')).toEqual(['Биткойн', 'Bitcoin']);
  const [same] = findMarkets(MARKETS, 'bit', 'de');
  expect(namesUnder('BTC', same?.base, 'de')).toEqual(['Bitcoin']);
  expect(findMarkets(MARKETS, 'бит', 'en')[1]?.quote).toEqual({ name: 'Биткойн', length: 3 });
});

test('the part that was found is counted in the characters of the name', () => {
  expect(findMarkets(MARKETS, 'бит', 'ru')[0]?.base).toEqual({ name: 'Биткойн', length: 3 });
  expect(findMarkets(MARKETS, 'биткой', 'ru')[0]?.base?.length).toBe(6);
});

test('coins are found by symbol and by name', () => {
  expect(findCoins(['BTC', 'ETH', 'USDT'], 'эфир', 'en')).toEqual(['ETH']);
  expect(findCoins(['BTC', 'ETH', 'USDT'], 'us', 'en')).toEqual(['USDT']);
  expect(findCoins(['BTC'], '', 'en')).toEqual([]);
});

test('an unknown coin is called by its symbol, a name without a translation as in English', () => {
  expect(coinName('PEPE', 'ru')).toBe('PEPE');
  expect(coinName('BTC', 'de')).toBe('Bitcoin');
  expect(coinName('LINK', 'zh-cn')).toBe('Chainlink');
  expect(folded('Café')).toBe('cafe');
});
