import type { Answer, Bill } from '@plimsoll/contract';
import { translator } from '@plimsoll/i18n/server';
import { amount, minus, plus, ZERO, type Amount } from '@plimsoll/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CAUSE_KINDS, move, plainPosting } from '../../ledger/index.ts';
import { allowTrialKind } from '../../testing/trial-kind.ts';
import { COIN, openWalletWorld, type WalletWorld } from '../../testing/wallet-world.ts';
import { remarkOf } from './words.ts';

let wallet: WalletWorld;
beforeAll(async () => {
  wallet = await openWalletWorld();
});
afterAll(async () => {
  await wallet.audit();
  await wallet.close();
});

const bills = async (token: string, filter: Record<string, string> = {}, lang = 'en'): Promise<Bill[]> =>
  ((await wallet.http.call('getBillList', { limit: '50', ...filter }, { token, lang })).data as Answer<'getBillList'>)
    .list;
const remarksOf = (list: readonly Bill[]): string[] =>
  list.map(({ st, num, coinName, remark }) => `${st === 1 ? '+' : '-'}${Number(num)} ${coinName} ${remark}`);
const sumOf = (list: readonly Bill[]): Amount =>
  list.reduce((total, { st, num }) => (st === 1 ? plus(total, amount(num)) : minus(total, amount(num))), ZERO);

/** Places an order on bitcoin at 100 USDT, with a book that fills it. */
async function trade(token: string, order: Record<string, string>): Promise<void> {
  wallet.world.market.setTick('btcusdt', '100');
  wallet.world.market.setBook('btcusdt', { asks: [['100', '5']], bids: [['100', '5']] });
  await wallet.world.service.sweeper.settled();
  expect(await wallet.http.call('upbbbuy', { m_id: '1', ...order }, { token })).toMatchObject({ code: 1 });
}

test('an account’s bills show every change of it, newest first, and add up to its balance', async () => {
  const { token } = await wallet.member({ 'USDT 1': '1000' });
  await trade(token, { type: '1', operate_type: '2', amount: '200' });
  await trade(token, { type: '2', operate_type: '2', num: '1' });
  await wallet.http.call('transfer', { c_id: COIN.USDT, num: '50', from_type: '1', to_type: '2' }, { token });
  expect(remarksOf(await bills(token, { c_id: COIN.USDT, type: '1' }))).toEqual([
    '-50 USDT Transfer to Options',
    '-0.1 USDT Spot trading fee',
    '+100 USDT Spot trade, received',
    '-200 USDT Spot trade, paid',
    '+1000 USDT Demo opening balance',
  ]);
  expect(remarksOf(await bills(token, { c_id: COIN.USDT, type: '2' }))).toEqual(['+50 USDT Transfer from Funds']);
  expect(remarksOf(await bills(token, { c_id: COIN.BTC, type: '1' }))).toEqual([
    '-1 BTC Spot trade, paid',
    '-0.002 BTC Spot trading fee',
    '+2 BTC Spot trade, received',
  ]);
  const { data } = await wallet.http.call('getUserBalanceList', {}, { token });
  for (const { type, balanceInfo } of (data as Answer<'getUserBalanceList'>).coinList) {
    for (const { coinId, balance, dbalance } of balanceInfo) {
      expect(sumOf(await bills(token, { c_id: String(coinId), type: String(type) }))).toBe(
        plus(amount(balance), amount(dbalance)),
      );
    }
  }
});

test('holds and releases are no bills', async () => {
  const { token } = await wallet.member({ 'USDT 1': '100' });
  const { data } = await wallet.http.call(
    'upbbbuy',
    { m_id: '1', type: '1', operate_type: '1', num: '1', price: '50' },
    { token },
  );
  await wallet.http.call('tradecancelOrder', { bb_id: (data as Answer<'upbbbuy'>).id }, { token });
  expect(await bills(token)).toHaveLength(1);
});

test('without a filter all accounts are listed; a transfer is a bill of each, and every bill has its own number', async () => {
  const { token } = await wallet.member({ 'USDT 1': '100', 'ETH 2': '3' });
  await wallet.http.call('transfer', { c_id: COIN.USDT, num: '5', from_type: '1', to_type: '3' }, { token });
  const all = await bills(token);
  expect(remarksOf(all).toSorted()).toEqual([
    '+100 USDT Demo opening balance',
    '+3 ETH Demo opening balance',
    '+5 USDT Transfer from Funds',
    '-5 USDT Transfer to Quant',
  ]);
  expect(new Set(all.map(({ id }) => id)).size).toBe(4);
  expect(remarksOf(await bills(token, { type: '2' }))).toEqual(['+3 ETH Demo opening balance']);
  expect(remarksOf(await bills(token, { c_id: COIN.ETH }))).toEqual(['+3 ETH Demo opening balance']);
  expect(await bills(token, { c_id: '999' })).toEqual([]);
  expect(await bills(token, { c_id: '', type: '', page: '' })).toEqual(all);
});

test('pages follow one another without gaps or repetitions, and end', async () => {
  const { token } = await wallet.member({ 'USDT 1': '100' });
  for (let num = 1; num <= 6; num += 1)
    await wallet.http.call('transfer', { c_id: COIN.USDT, num: String(num), from_type: '1', to_type: '2' }, { token });
  const whole = await bills(token);
  const pages = [];
  for (let page = 1; page <= 5; page += 1) pages.push(await bills(token, { page: String(page), limit: '3' }));
  expect(pages.map((page) => page.length)).toEqual([3, 3, 3, 3, 1]);
  expect(pages.flat()).toEqual(whole);
  expect(await bills(token, { page: '6', limit: '3' })).toEqual([]);
  expect(await bills(token, { page: '999999999', limit: '50' })).toEqual([]);
  expect(await wallet.http.call('getBillList', { limit: '51' }, { token })).toMatchObject({
    code: 0,
    reason: 'bad_page',
  });
});

test('a bill is in the member’s language, with the time of its journal', async () => {
  const { token } = await wallet.member({ 'USDT 1': '100' });
  wallet.world.clock.advance(60_000);
  await wallet.http.call('transfer', { c_id: COIN.USDT, num: '5', from_type: '1', to_type: '2' }, { token });
  expect((await bills(token, { type: '2' }, 'ar'))[0]).toMatchObject({
    remark: 'تحويل من التمويل',
    addtime: new Date(wallet.world.clock.nowMs()).toISOString(),
  });
  expect((await bills(token, { type: '1' }, 'zh-cn')).map(({ remark }) => remark)).toEqual([
    '划出至期权账户',
    '模拟初始资金',
  ]);
});

test('a member sees no bill of another member', async () => {
  await wallet.member({ 'USDT 1': '100' });
  expect(await bills((await wallet.member()).token)).toEqual([]);
});

test.each(['en', 'ar', 'zh-cn'])('every kind of event that may move money has words in %s, in and out', (language) => {
  const translate = translator(language);
  const other = translate('terms.bills.other');
  for (const kind of CAUSE_KINDS) {
    for (const isIncome of [true, false]) {
      for (const otherHouse of ['fees', 'outside', null]) {
        const remark = remarkOf(
          {
            kind,
            isIncome,
            otherType: otherHouse === null ? 1 : null,
            otherHouse,
            otherMember: otherHouse === null ? 'tide_runner' : null,
          },
          translate,
        );
        expect(remark.trim()).not.toBe('');
        expect([other, `terms.bills.${kind}`]).not.toContain(remark);
        expect(remark).not.toMatch(/[{}]/);
      }
    }
  }
});

test('a correction of an unknown kind is still listed', async () => {
  await allowTrialKind(wallet.world);
  const { id, token } = await wallet.member();
  await wallet.world.writer.submit(plainPosting, [
    {
      cause: { kind: 'test', id },
      actor: { kind: 'clock' },
      lines: [move({ house: 'outside', coinId: COIN.USDT }, { memberId: id, type: 1, coinId: COIN.USDT }, amount('1'))],
    },
  ]);
  expect(remarksOf(await bills(token))).toEqual(['+1 USDT Balance change']);
});
