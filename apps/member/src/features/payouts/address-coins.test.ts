import type { BoundAddress, NetworkCoin } from '@plimsoll/contract';
import { expect, test } from 'vitest';
import { addressCoins, canBind, coinNamed } from './address-coins.ts';

const network = (coin_net: string, pay_type: 1 | 2 | 3) => ({ id: 1, pay_type, coin_net, pay_img: '', address: '' });
const coin = (id: number, title: string, ...networkList: NetworkCoin['networkList']): NetworkCoin => ({
  id,
  title,
  decimals: 8,
  networkList,
});
const bound = (id: number, c_id: number, title: string): BoundAddress => ({
  id,
  c_id,
  title,
  address: 'x',
  networks: [],
  addtime: '2026-01-01T00:00:00.000Z',
  used: 0,
});

const coins = addressCoins(
  [
    coin(1, 'USDT', network('TRC20', 1), network('ERC20', 2), network('Wire transfer', 3)),
    coin(2, 'EUR', network('Wire transfer', 3)),
    coin(3, 'BTC', network('BTC', 1)),
  ],
  [bound(100_001, 3, 'BTC'), bound(100_002, 9, 'OLD')],
);

test('coins of networks with addresses are listed, and those with a bound address', () => {
  expect(coins.map(({ title, networks, bound: own }) => [title, networks, own?.id])).toEqual([
    ['USDT', ['TRC20', 'ERC20'], undefined],
    ['BTC', ['BTC'], 100_001],
    ['OLD', [], 100_002],
  ]);
});

test('the query names a coin by its id or by its address’s', () => {
  expect(
    [
      coinNamed(coins, '3'),
      coinNamed(coins, '100002'),
      coinNamed(coins, 'x'),
      coinNamed(coins, null),
      coinNamed([], '1'),
    ].map((each) => each?.title),
  ).toEqual(['BTC', 'OLD', 'USDT', 'USDT', undefined]);
});

test('where addresses are fixed only a coin without one can have one bound', () => {
  expect(coins.map((each) => [canBind(each, 1), canBind(each, 0)])).toEqual([
    [true, true],
    [true, false],
    [true, false],
  ]);
});
