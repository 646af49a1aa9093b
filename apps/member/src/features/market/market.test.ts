import type { MarketItem } from '@plimsoll/contract';
import { describe, expect, test } from 'vitest';
import { dollarsOf, dollarsShown } from '../../platform/dollars.ts';
import { fractionWidth, placesOfMarket } from './figures.ts';
import { nextSorting } from './market-choice.ts';
import { fallers, risers, sorted } from './market-order.ts';
import { namedMarket } from './named-market.ts';
import { optionsPath } from './paths.ts';

const item = (title: string, change: string, rest: Partial<MarketItem> = {}): MarketItem => {
  const [coinname = '', trade_coin = ''] = title.split('/');
  return {
    id: 1,
    title,
    coinname,
    trade_coin,
    symbol: title.replace('/', '').toLowerCase(),
    close: '1.00000000',
    change,
    hamount: '1.00000000',
    logo: '',
    min: '0.1',
    step: '0.1',
    price_step: '0.01',
    ...rest,
  } as MarketItem;
};
const titles = (items: readonly MarketItem[]) => items.map((each) => each.title);

const list = [
  item('BTC/USDT', '+1.84'),
  item('ETH/USDT', '-0.72'),
  item('SOL/USDT', '+6.22'),
  item('TRX/USDT', '+0.00'),
  item('XRP/USDT', '-10.35'),
];

test('risers are above zero, highest first; fallers below, lowest first', () => {
  expect(titles(risers(list))).toEqual(['SOL/USDT', 'BTC/USDT']);
  expect(titles(fallers(list))).toEqual(['XRP/USDT', 'ETH/USDT']);
});

test("taps on a head sort down, up, and back to the site's order", () => {
  const down = nextSorting(null, 'price');
  expect(down).toEqual({ column: 'price', way: 'descending' });
  const up = nextSorting(down, 'price');
  expect(up).toEqual({ column: 'price', way: 'ascending' });
  expect(nextSorting(up, 'price')).toBeNull();
  expect(nextSorting(up, 'change')).toEqual({ column: 'change', way: 'descending' });
});

test('amounts are compared exactly, beyond the precision of a float', () => {
  const a = item('A/USDT', '+0.00', { hamount: '90071992547409.93000001' });
  const b = item('B/USDT', '+0.00', { hamount: '90071992547409.93000002' });
  expect(titles(sorted([a, b], { column: 'amount', way: 'descending' }))).toEqual(['B/USDT', 'A/USDT']);
});

describe('figures', () => {
  test('a market has the places of its price step, at least two', () => {
    expect(placesOfMarket({ price_step: '1.00000000' })).toBe(2);
    expect(placesOfMarket({ price_step: '0.00001000' })).toBe(5);
  });
  test('a column is as wide as its longest fraction', () => {
    expect(fractionWidth([{ price_step: '0.01' }, { price_step: '0.00001' }])).toBe(5.5);
    expect(fractionWidth([])).toBe(2.5);
  });
  test("a pair quoted in a coin is worth that coin's dollars, cut to eight places", () => {
    const btc = item('BTC/USDT', '+0.00', { close: '97412.35000000' });
    expect(dollarsOf('97412.35000000', 'USDT', [])).toBe('97412.35000000');
    expect(dollarsOf('1.5', 'USDC', [])).toBe('1.5');
    expect(dollarsOf('0.00188130', 'BTC', [btc])).toBe('183.26185405');
    expect(dollarsOf('0.00188130', 'BTC', [])).toBeUndefined();
  });
  test('the dollars beside a price are rounded, half a cent up', () => {
    const cents = (...of: Parameters<typeof dollarsShown>) => dollarsShown(...of)?.slice(0, -6);
    expect(cents('21.84600000', 'USDT', [])).toBe('21.85');
    expect(cents('21.84500000', 'USDT', [])).toBe('21.85');
    expect(cents('21.84499999', 'USDT', [])).toBe('21.84');
    const btc = item('BTC/USDT', '+0.00', { close: '97412.35000000' });
    expect(cents('0.00188137', 'BTC', [btc])).toBe('183.27');
    expect(cents('0.00188130', 'BTC', [])).toBeUndefined();
  });
});

test("a row leads to options with the market's symbol and name", () => {
  expect(optionsPath(list[0] as MarketItem)).toBe('/options?currentSymbol=btcusdt&name=BTC%2FUSDT');
});

test('an address chooses a market by its symbol, else by the name of its pair', () => {
  const eth = item('ETH/USDT', '+0.00');
  const markets = [item('BTC/USDT', '+0.00'), eth];
  expect(namedMarket(markets, null, 'ETH/USDT')).toBe(eth);
  expect(namedMarket(markets, 'ethusdt', 'BTC/USDT')).toBe(eth);
  expect(namedMarket(markets, 'gone', 'ETH/USDT')).toBe(eth);
  expect(namedMarket(markets, 'gone', null)).toBeUndefined();
});
