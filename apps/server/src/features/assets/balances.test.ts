import type { Answer } from '@plimsoll/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COIN, openWalletWorld, type WalletWorld } from '../../testing/wallet-world.ts';

let wallet: WalletWorld;
beforeAll(async () => {
  wallet = await openWalletWorld();
});
afterAll(async () => {
  await wallet.audit();
  await wallet.close();
});

const balances = async (token: string, method: 'GET' | 'POST' = 'POST') =>
  (await wallet.http.call('getUserBalanceList', {}, { token, method })).data as Answer<'getUserBalanceList'>;

test('every coin is listed under every account, at zero too; worth includes what is frozen, the available sum does not', async () => {
  const { token } = await wallet.member({ 'USDT 1': '100', 'BTC 1': '2', 'ETH 2': '1.5' });
  await wallet.http.call('upbbbuy', { m_id: '1', type: '2', operate_type: '1', num: '0.5', price: '900' }, { token });
  const { all_price, coinList } = await balances(token);
  expect(all_price).toBe('315.00000000');
  expect(coinList.map(({ type, totalAvailableAsset }) => [type, totalAvailableAsset])).toEqual([
    [2, '15.00000000'],
    [1, '250.00000000'],
    [3, '0.00000000'],
  ]);
  expect(coinList[1]?.balanceInfo).toEqual([
    { coinId: 1, coinName: 'USDT', balance: '100.00000000', dbalance: '0.00000000', all_zhprice: '100.00000000' },
    { coinId: 2, coinName: 'BTC', balance: '1.50000000', dbalance: '0.50000000', all_zhprice: '200.00000000' },
    { coinId: 3, coinName: 'ETH', balance: '0.00000000', dbalance: '0.00000000', all_zhprice: '0.00000000' },
  ]);
  expect(await balances(token, 'GET')).toEqual({ all_price, coinList });
});

test('quant is listed while it is offered or holds anything', async () => {
  const empty = await wallet.member({ 'USDT 1': '100' });
  const holder = await wallet.member({ 'USDT 3': '7' });
  wallet.switches.quantize_switch = 0;
  expect((await balances(empty.token)).coinList.map(({ type }) => type)).toEqual([2, 1]);
  expect(await balances(holder.token)).toMatchObject({
    all_price: '7.00000000',
    coinList: [{ type: 2 }, { type: 1 }, { type: 3, totalAvailableAsset: '7.00000000' }],
  });
  expect(await wallet.http.call('getCoinBalance', { c_id: COIN.USDT }, { token: empty.token })).toMatchObject({
    data: { balance_list: [{ type: 1 }, { type: 2 }] },
  });
  delete wallet.switches.quantize_switch;
  expect((await balances(empty.token)).coinList.map(({ type }) => type)).toEqual([2, 1, 3]);
});

test('getCoinBalance shows what is available of a coin in each account, and refuses an unknown coin', async () => {
  const { token } = await wallet.member({ 'BTC 1': '2', 'BTC 3': '0.25' });
  await wallet.http.call('upbbbuy', { m_id: '1', type: '2', operate_type: '1', num: '0.5', price: '900' }, { token });
  expect(await wallet.http.call('getCoinBalance', { c_id: COIN.BTC }, { token })).toMatchObject({
    code: 1,
    data: {
      balance_list: [
        { type: 1, balance: '1.50000000' },
        { type: 2, balance: '0.00000000' },
        { type: 3, balance: '0.25000000' },
      ],
    },
  });
  expect(await wallet.http.call('getCoinBalance', { c_id: '999' }, { token })).toMatchObject({
    code: 204,
    reason: 'not_found',
  });
});
