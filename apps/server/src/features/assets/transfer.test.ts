import type { Answer } from '@plimsoll/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openDb } from '../../platform/db.ts';
import { COIN, openWalletWorld, type WalletWorld } from '../../testing/wallet-world.ts';

let wallet: WalletWorld;
beforeAll(async () => {
  wallet = await openWalletWorld();
});
afterEach(async () => {
  for (const key of Object.keys(wallet.switches)) delete wallet.switches[key as keyof typeof wallet.switches];
  await wallet.audit();
});
afterAll(() => wallet.close());

interface Move {
  c_id?: unknown;
  num?: unknown;
  from_type?: unknown;
  to_type?: unknown;
}
const toOptions = (num: string): Move => ({ c_id: COIN.USDT, num, from_type: '1', to_type: '2' });
const transfer = (token: string, fields: Move, key?: string) =>
  wallet.http.call('transfer', { ...fields }, { token, ...(key === undefined ? {} : { key }) });
const available = async (token: string, c_id: string = COIN.USDT): Promise<Record<number, string>> => {
  const { data } = await wallet.http.call('getCoinBalance', { c_id }, { token });
  return Object.fromEntries(
    (data as Answer<'getCoinBalance'>).balance_list.map(({ type, balance }) => [type, balance]),
  );
};
const listed = async (token: string, filter: Record<string, string> = {}, lang = 'en') =>
  ((await wallet.http.call('getTransferList', filter, { token, lang })).data as Answer<'getTransferList'>).list;

test('a transfer moves the whole amount at once, without a fee, there and back', async () => {
  const { token } = await wallet.member({ 'USDT 1': '100' });
  expect(await transfer(token, toOptions('60.5'))).toMatchObject({ code: 1, data: null, msg: 'Transfer completed' });
  expect(await available(token)).toEqual({ 1: '39.50000000', 2: '60.50000000', 3: '0.00000000' });
  expect(await transfer(token, { ...toOptions('60.5'), from_type: 2, to_type: 1 })).toMatchObject({ code: 1 });
  expect(await available(token)).toMatchObject({ 1: '100.00000000', 2: '0.00000000' });
});

test.each([
  ['1', '2'],
  ['2', '1'],
  ['1', '3'],
  ['3', '1'],
  ['2', '3'],
  ['3', '2'],
])('money moves from account %s to %s', async (from, to) => {
  const { token } = await wallet.member({ [`BTC ${from}`]: '2' });
  expect(await transfer(token, { c_id: COIN.BTC, num: '0.00000001', from_type: from, to_type: to })).toMatchObject({
    code: 1,
  });
  expect(await available(token, COIN.BTC)).toMatchObject({ [from]: '1.99999999', [to]: '0.00000001' });
});

test('a transfer is listed under both its accounts and its coin, newest first, in the member’s language', async () => {
  const { token } = await wallet.member({ 'USDT 1': '100', 'BTC 1': '1' });
  await transfer(token, toOptions('1'));
  wallet.world.clock.advance(1000);
  await transfer(token, { c_id: COIN.BTC, num: '0.5', from_type: '1', to_type: '3' });
  expect(await listed(token)).toMatchObject([
    {
      coin: 'BTC',
      coinName: 'BTC',
      num: '0.50000000',
      status: 2,
      from_type: 1,
      to_type: 3,
      msg: 'Funds to Quant',
      updatetime: new Date(wallet.world.clock.nowMs()).toISOString(),
    },
    { coin: 'USDT', num: '1.00000000', from_type: 1, to_type: 2, msg: 'Funds to Options' },
  ]);
  const under = async (type: string, c_id: string) =>
    (await listed(token, { type, c_id })).map((each) => each.coinName);
  expect(await under('1', '')).toEqual(['BTC', 'USDT']);
  expect(await under('2', '')).toEqual(['USDT']);
  expect(await under('3', '')).toEqual(['BTC']);
  expect(await under('1', COIN.USDT)).toEqual(['USDT']);
  expect(await under('2', COIN.BTC)).toEqual([]);
  expect(await under('', '999')).toEqual([]);
  expect((await listed(token, {}, 'zh-cn'))[1]).toMatchObject({ msg: '资金账户至期权账户' });
});

test('a list is read page by page, and a page beyond the end is empty', async () => {
  const { token } = await wallet.member({ 'USDT 1': '100' });
  for (let num = 1; num <= 5; num += 1) await transfer(token, toOptions(String(num)));
  const nums = async (page: string) => (await listed(token, { page, limit: '2' })).map((each) => Number(each.num));
  expect([await nums('1'), await nums('2'), await nums('3'), await nums('4')]).toEqual([[5, 4], [3, 2], [1], []]);
});

test('a refused transfer moves nothing and is not listed', async () => {
  const { token } = await wallet.member({ 'USDT 1': '100' });
  const refused = async (fields: Move) => {
    const { code, reason } = await transfer(token, { ...toOptions('1'), ...fields });
    return [code, reason];
  };
  expect(await refused({ to_type: '1' })).toEqual([0, 'same_account']);
  expect(await refused({ num: '100.00000001' })).toEqual([0, 'insufficient_balance']);
  expect(await refused({ from_type: '2', to_type: '1' })).toEqual([0, 'insufficient_balance']);
  expect(await refused({ num: '0' })).toEqual([0, 'amount_not_positive']);
  expect(await refused({ num: '999999999999999999.99999999' })).toEqual([0, 'insufficient_balance']);
  expect(await refused({ c_id: '999' })).toEqual([204, 'not_found']);
  expect(await refused({ to_type: '4' })).toEqual([0, 'bad_value']);
  expect(await available(token)).toMatchObject({ 1: '100.00000000', 2: '0.00000000' });
  expect(await listed(token)).toEqual([]);
});

test('a frozen amount cannot be moved', async () => {
  const { token } = await wallet.member({ 'USDT 1': '100' });
  await wallet.http.call('upbbbuy', { m_id: '1', type: '1', operate_type: '1', num: '0.5', price: '50' }, { token });
  expect(await transfer(token, toOptions('80'))).toMatchObject({ code: 0, reason: 'insufficient_balance' });
  expect(await transfer(token, toOptions('75'))).toMatchObject({ code: 1 });
});

test('the switches stop new transfers, or those into quant; lists remain, and money in quant can be moved out', async () => {
  const { token } = await wallet.member({ 'USDT 1': '100', 'USDT 3': '5' });
  wallet.switches.account_transfer_status = 0;
  expect(await transfer(token, toOptions('1'))).toMatchObject({ code: 201, reason: 'switched_off', status: 200 });
  expect(await listed(token)).toEqual([]);
  wallet.switches.account_transfer_status = 1;
  wallet.switches.quantize_switch = 0;
  for (const to_type of ['3', ' 3 ', 3]) {
    expect(await wallet.http.call('transfer', { ...toOptions('1'), to_type }, { token, json: true })).toMatchObject({
      code: 201,
      reason: 'switched_off',
    });
  }
  expect(await transfer(token, { ...toOptions('5'), from_type: '3', to_type: '1' })).toMatchObject({ code: 1 });
  expect(await available(token)).toEqual({ 1: '105.00000000', 2: '0.00000000' });
});

test('one key moves once, also when used twice at once; another body under it is refused', async () => {
  const { token } = await wallet.member({ 'USDT 1': '100' });
  const [first, second] = await Promise.all([
    transfer(token, toOptions('10'), 'once'),
    transfer(token, toOptions('10'), 'once'),
  ]);
  expect([first.code, second.code]).toEqual([1, 1]);
  expect(await transfer(token, toOptions('10.0'), 'once')).toMatchObject({ code: 1 });
  expect(await transfer(token, toOptions('11'), 'once')).toMatchObject({ code: 0, reason: 'idempotency_conflict' });
  expect(await available(token)).toMatchObject({ 2: '10.00000000' });
  expect(await listed(token)).toHaveLength(1);
});

test('of twenty concurrent transfers of the whole balance exactly one succeeds', async () => {
  const { token } = await wallet.member({ 'USDT 1': '100' });
  const answers = await Promise.all(Array.from({ length: 20 }, () => transfer(token, toOptions('100'))));
  expect(answers.map(({ code }) => code).filter((code) => code === 1)).toHaveLength(1);
  expect(answers.filter(({ reason }) => reason === 'insufficient_balance')).toHaveLength(19);
  expect(await available(token)).toMatchObject({ 1: '0.00000000', 2: '100.00000000' });
  expect(await listed(token)).toHaveLength(1);
});

test('no member sees or moves another member’s money', async () => {
  const rich = await wallet.member({ 'USDT 1': '100' });
  const other = await wallet.member();
  await transfer(rich.token, toOptions('1'));
  expect(await transfer(other.token, toOptions('1'))).toMatchObject({ reason: 'insufficient_balance' });
  expect(await listed(other.token)).toEqual([]);
  expect(await available(other.token)).toMatchObject({ 1: '0.00000000', 2: '0.00000000' });
});

test.each([
  [
    'a transfer without its journal',
    `insert into account_transfer (member_id, coin_id, from_type, to_type, amount, at) select member_id, 1, 1, 2, 1, now() from account_transfer limit 1`,
  ],
  ['a transfer that says another amount', `update account_transfer set amount = amount + 1`],
  [
    'a transfer that says another account',
    `update account_transfer set to_type = 3 where to_type = 2 and from_type = 1`,
  ],
])('the audit finds %s', async (_what, spoil) => {
  const owner = openDb(wallet.world.url, { connections: 1, role: null });
  const { token } = await wallet.member({ 'USDT 1': '2', 'USDT 2': '2' });
  await transfer(token, toOptions('1'));
  // Kept, so that exactly this is restored.
  const before = await owner.run<{ row: string }>({
    name: 'before',
    text: 'select account_transfer::text as row from account_transfer order by id',
  });
  await owner.run({ name: 'spoil', text: spoil });
  await expect(wallet.audit()).rejects.toThrow('each transfer between own accounts');
  await owner.run({ name: 'drop', text: 'delete from account_transfer' });
  await owner.run(
    {
      name: 'restore',
      text: 'insert into account_transfer select (row::account_transfer).* from unnest($1::text[]) as r (row)',
    },
    [before.map(({ row }) => row)],
  );
  await owner.close();
});

test('the audit finds a journal whose transfer is missing', async () => {
  const owner = openDb(wallet.world.url, { connections: 1, role: null });
  const { token } = await wallet.member({ 'USDT 1': '2' });
  await transfer(token, toOptions('1'));
  const [kept] = await owner.run<{ row: string }>({
    name: 'take',
    text: 'delete from account_transfer where id = (select max(id) from account_transfer) returning account_transfer::text as row',
  });
  await expect(wallet.audit()).rejects.toThrow('no transfer');
  await owner.run({ name: 'give', text: 'insert into account_transfer select ($1::account_transfer).*' }, [kept?.row]);
  await owner.close();
});
