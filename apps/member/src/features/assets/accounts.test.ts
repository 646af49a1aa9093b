import { amount } from '@plimsoll/money';
import { expect, test } from 'vitest';
import { accountPath, accountTypeIn, fillPath, idIn, movePath, readAccountPlace } from './account-place.ts';
import { accountsOf, availableOf, coinIn, heldCoins, wholeOf, type Balances } from './accounts.ts';

const coin = (
  coinId: number,
  coinName: string,
  [balance, dbalance, all_zhprice]: readonly [string, string, string],
) => ({ coinId, coinName, balance, dbalance, all_zhprice });
const ANSWER: Balances = {
  all_price: '350.50000001',
  coinList: [
    {
      type: 2,
      totalAvailableAsset: '50.00000000',
      balanceInfo: [coin(1, 'USDT', ['50.00000000', '0.50000001', '50.50000001']), coin(2, 'BTC', ['0', '0', '0'])],
    },
    {
      type: 1,
      totalAvailableAsset: '200.00000000',
      balanceInfo: [coin(1, 'USDT', ['100', '0', '100']), coin(2, 'BTC', ['1', '1', '200'])],
    },
    {
      type: 3,
      totalAvailableAsset: '0.00000000',
      balanceInfo: [coin(1, 'USDT', ['0', '0', '0']), coin(2, 'BTC', ['0', '0', '0'])],
    },
  ],
};

test('accounts are listed funds first, each with its total, available and frozen', () => {
  const accounts = accountsOf(ANSWER);
  expect(accounts.map(({ type, all, available, held }) => [type, all, available, held])).toEqual([
    [1, '300.00000000', '200.00000000', '100.00000000'],
    [2, '50.50000001', '50.00000000', '0.50000001'],
    [3, '0.00000000', '0.00000000', '0.00000000'],
  ]);
  expect(accounts.map(({ percent }) => percent)).toEqual([66.6, 99, 0]);
  expect(wholeOf(accounts)).toMatchObject({ all: ANSWER.all_price, available: '250.00000000', held: '100.50000001' });
  expect(wholeOf([])).toMatchObject({ all: '0.00000000', percent: 0 });
});

test('a coin that is only frozen counts as held', () => {
  expect(
    heldCoins([
      coin(1, 'A', ['0', '0', '0']),
      coin(2, 'B', ['0', '0.00000001', '0']),
      coin(3, 'C', ['1', '0', '0']),
    ]).map((each) => each.coinName),
  ).toEqual(['B', 'C']);
});

test('a coin is found by its account and id', () => {
  const accounts = accountsOf(ANSWER);
  expect(coinIn(accounts, 2, '1')?.balance).toBe('50.00000000');
  expect(coinIn(accounts, 2, '9')).toBeUndefined();
  expect(availableOf(accounts, 1, '2')).toBe(amount('1'));
  expect(availableOf(accounts.slice(0, 1), 3, '2')).toBe(0n);
});

test("the address of a coin's row names account, coin, available and worth, and is read again", () => {
  const path = accountPath(2, coin(1, 'USDT', ['50.00000000', '0.50000001', '50.50000001']));
  expect(path).toBe('/trade-account?id=1&name=USDT&type=2&usd=50.00000000&conversion=50.50000001');
  expect(readAccountPlace(new URLSearchParams(path.split('?')[1]))).toEqual({
    coinId: '1',
    coinName: 'USDT',
    type: 2,
    available: '50.00000000',
    worth: '50.50000001',
  });
});

test.each(['', 'id=1', 'type=1', 'id=0&type=1', 'id=x&type=1', 'id=1&type=4', 'id=1&type=toString', 'id=1&type='])(
  'the address ?%s names no account',
  (query) => {
    expect(readAccountPlace(new URLSearchParams(query))).toBeUndefined();
  },
);

test('invalid figures in an address are not shown', () => {
  expect(readAccountPlace(new URLSearchParams('id=1&type=1&usd=lots&conversion=-1e9'))).toMatchObject({
    coinName: '',
    available: undefined,
    worth: undefined,
  });
});

test('ids and types are read as the wire writes them', () => {
  expect([idIn('12'), idIn('012'), idIn(null), idIn('1'.repeat(20))]).toEqual(['12', undefined, undefined, undefined]);
  expect([accountTypeIn('3'), accountTypeIn('03'), accountTypeIn(null)]).toEqual([3, undefined, undefined]);
  expect(movePath({ coinId: '2', type: 3 })).toBe('/changemoney?coin=2&from=3');
  expect(fillPath(2)).toBe('/changemoney?to=2');
});
