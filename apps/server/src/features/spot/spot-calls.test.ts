import type { Answer } from '@plimsoll/contract';
import { amount } from '@plimsoll/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { move, plainPosting } from '../../ledger/index.ts';
import { testHttp, type TestHttp } from '../../testing/http.ts';
import { testPlans } from '../../testing/plans.ts';
import { openTradingWorld, type TradingWorld } from '../../testing/trading-world.ts';
import { assetsRoutes } from '../assets/index.ts';
import { demoFundsRoutes } from '../funding/index.ts';
import { defaultSettings } from '../site/index.ts';
import { spotRoutes } from './index.ts';

let world: TradingWorld;
let http: TestHttp;
let fee = '0.001';
const settings = () => defaultSettings({ mode: 'demo', isDemoFeed: true });

beforeAll(async () => {
  world = await openTradingWorld({ spotFee: () => fee });
  const { db, market, service, clock, writer } = world;
  http = testHttp({
    db,
    clock,
    routes: [
      ...spotRoutes({ db, market, service, plans: testPlans(clock) }),
      ...assetsRoutes({ db, market, writer, clock, settings, plans: testPlans(clock) }),
      ...demoFundsRoutes({ writer, market, clock, mode: 'demo' }),
    ],
  });
  market.setTick('btcusdt', '100');
  market.setBook('btcusdt', { asks: [['100', '1']], bids: [['99', '1']] });
  await service.sweeper.settled();
});
afterAll(async () => {
  await world.audit();
  await http.app.close();
  await world.close();
});

/** A logged-in member with so much USDT (1) and BTC (2). */
async function funded(usdt: string, btc = '0.00000001'): Promise<{ id: string; token: string }> {
  const member = await http.newMember();
  await world.writer.submit(
    plainPosting,
    [
      ['1', usdt],
      ['2', btc],
    ].map(([coinId = '', quantity = '']) => ({
      cause: { kind: 'demo-funding', id: `${member.id}.${coinId}` },
      actor: { kind: 'clock' as const },
      lines: [move({ house: 'outside', coinId }, { memberId: member.id, type: 1, coinId }, amount(quantity))],
    })),
  );
  return member;
}
const limitBuy = { m_id: '1', type: '1', operate_type: '1', num: '0.5', price: '90' };

test('getMarketBalance has both coins of a market, the quote under usdt_balance', async () => {
  const { token } = await funded('250', '3');
  expect(await http.call('getMarketBalance', { m_id: '1' }, { token })).toMatchObject({
    code: 1,
    data: { usdt_balance: '250.00000000', coin_balance: '3.00000000' },
  });
  expect(await http.call('getMarketBalance', { m_id: '3' }, { token })).toMatchObject({
    data: { usdt_balance: '3.00000000', coin_balance: '0.00000000' },
  });
  expect(await http.call('getMarketBalance', { m_id: '9' }, { token })).toMatchObject({
    status: 200,
    code: 204,
    reason: 'not_found',
  });
});

test('upbbbuy places, tradegetOrderList shows it, tradecancelOrder ends it', async () => {
  const { token } = await funded('250');
  const placed = await http.call('upbbbuy', limitBuy, { token });
  const { id } = placed.data as Answer<'upbbbuy'>;
  expect(placed).toMatchObject({ code: 1, data: { status: 1 } });
  expect(await http.call('tradegetOrderList', { status: '1' }, { token, lang: 'zh-cn' })).toMatchObject({
    data: { list: [{ id, type_text: '买入', ordertype_text: '限价', predict_num: '0.50000000', tradetime: null }] },
  });
  expect(await http.call('tradecancelOrder', { bb_id: id }, { token })).toMatchObject({ code: 1, data: null });
  expect(await http.call('tradecancelOrder', { bb_id: id }, { token })).toMatchObject({
    code: 0,
    reason: 'order_not_open',
  });
  expect(await http.call('getMarketBalance', { m_id: '1' }, { token })).toMatchObject({
    data: { usdt_balance: '250.00000000' },
  });
});

test('upbbbuy takes a kind for a limit order, tradegetOrderList has it, and a market order is plain', async () => {
  const { token } = await funded('250');
  for (const kind of ['', '1', '2', '3', '4'])
    expect(await http.call('upbbbuy', { ...limitBuy, num: '0.1', kind }, { token })).toMatchObject({ code: 1 });
  expect(await http.call('upbbbuy', { ...limitBuy, kind: '5' }, { token })).toMatchObject({ reason: 'bad_value' });
  const atMarket = { m_id: '1', type: '1', operate_type: '2', amount: '10', kind: '4' };
  expect(await http.call('upbbbuy', atMarket, { token })).toMatchObject({ code: 1, data: { status: 2 } });
  const { data } = await http.call('tradegetOrderList', {}, { token });
  const { list } = data as Answer<'tradegetOrderList'>;
  expect(list.map(({ kind, status }) => [kind, status])).toEqual([
    [1, 2],
    [4, 1],
    [3, 3],
    [2, 3],
    [1, 1],
    [1, 1],
  ]);
});

test('one key places one order, also when used twice at once; another body is refused', async () => {
  const { token } = await funded('250');
  const send = (num: string) => http.call('upbbbuy', { ...limitBuy, num }, { token, key: 'once' });
  const [first, second] = await Promise.all([send('0.5'), send('0.5')]);
  expect(first).toMatchObject({ code: 1 });
  expect(second.data).toEqual(first.data);
  expect((await send('0.5')).data).toEqual(first.data);
  expect(await send('0.6')).toMatchObject({ code: 0, reason: 'idempotency_conflict' });
  expect(await http.call('tradegetOrderList', {}, { token })).toMatchObject({ data: { list: [{}] } });
  expect(await http.call('getMarketBalance', { m_id: '1' }, { token })).toMatchObject({
    data: { usdt_balance: '205.00000000' },
  });
});

test('keys used again among other orders give their first answers, and each other order is placed once', async () => {
  const members = await Promise.all(Array.from({ length: 8 }, () => funded('250')));
  const place = ({ token }: { readonly token: string }, key: string) => http.call('upbbbuy', limitBuy, { token, key });
  const idOf = ({ data }: { readonly data?: unknown }) => (data as Answer<'upbbbuy'>).id;
  const first = await Promise.all(members.map((member) => place(member, 'first')));
  const all = await Promise.all(members.flatMap((member) => [place(member, 'first'), place(member, 'second')]));
  const repeated = all.filter((_, at) => at % 2 === 0);
  expect(repeated.map(idOf)).toEqual(first.map(idOf));
  expect(new Set([...first, ...all].map(idOf)).size).toBe(2 * members.length);
  for (const { token } of members)
    expect(await http.call('getMarketBalance', { m_id: '1' }, { token })).toMatchObject({
      data: { usdt_balance: '160.00000000' },
    });
});

test('an order that can no longer be paid, or whose market has gone quiet, is answered as the first time under its key', async () => {
  const { token } = await funded('50');
  const first = await http.call('upbbbuy', limitBuy, { token, key: 'paid' });
  expect(first).toMatchObject({ code: 1 });
  expect(await http.call('upbbbuy', limitBuy, { token, key: 'another' })).toMatchObject({
    reason: 'insufficient_balance',
  });
  expect(await http.call('upbbbuy', limitBuy, { token, key: 'paid' })).toMatchObject({ code: 1, data: first.data });
  const cancel = () =>
    http.call('tradecancelOrder', { bb_id: String((first.data as Answer<'upbbbuy'>).id) }, { token, key: 'ended' });
  expect(await cancel()).toMatchObject({ code: 1, data: null });
  expect(await cancel()).toMatchObject({ code: 1, data: null });
});

test('trademoveOrder moves an order once under a key; tradegetFillList has the fills of the member alone', async () => {
  const { token } = await funded('250');
  const { id } = (await http.call('upbbbuy', limitBuy, { token })).data as Answer<'upbbbuy'>;
  const send = (price: string) => http.call('trademoveOrder', { bb_id: id, price }, { token, key: 'moved' });
  const [first, second] = await Promise.all([send('95'), send('95')]);
  expect(first).toMatchObject({ code: 1, data: { status: 1 } });
  expect(second.data).toEqual(first.data);
  expect(await http.call('tradegetOrderList', { status: '1' }, { token })).toMatchObject({
    data: {
      list: [{ id: (first.data as Answer<'trademoveOrder'>).id, xjprice: '95.00000000', predict_num: '0.50000000' }],
    },
  });
  expect(await http.call('getMarketBalance', { m_id: '1' }, { token })).toMatchObject({
    data: { usdt_balance: '202.50000000' },
  });
  expect(await http.call('tradegetFillList', { m_id: '1', page: 1, limit: 10 }, { token })).toMatchObject({
    data: { list: [] },
  });
  await http.call('upbbbuy', { m_id: '1', type: '1', operate_type: '1', num: '0.1', price: '100' }, { token });
  expect(await http.call('tradegetFillList', { m_id: '1', page: 1, limit: 10 }, { token })).toMatchObject({
    data: {
      list: [
        {
          n: 1,
          type: 1,
          price: '100.00000000',
          num: '0.10000000',
          amount: '10.00000000',
          fee: '0.00010000',
          fee_coin: 'BTC',
        },
      ],
    },
  });
  const other = await http.newMember();
  expect(await http.call('tradegetFillList', { m_id: '1', page: 1, limit: 10 }, other)).toMatchObject({
    data: { list: [] },
  });
});

test('a refusal under a key is repeated', async () => {
  const { token } = await funded('1');
  const send = () => http.call('upbbbuy', limitBuy, { token, key: 'too-much' });
  expect(await send()).toMatchObject({ code: 0, reason: 'insufficient_balance' });
  await http.call('demoFunds', {}, { token });
  expect(await send()).toMatchObject({ code: 0, reason: 'insufficient_balance' });
});

test('of two concurrent cancels one succeeds and the other is refused', async () => {
  const { token } = await funded('250');
  const { id } = (await http.call('upbbbuy', limitBuy, { token })).data as Answer<'upbbbuy'>;
  const answers = await Promise.all([1, 2, 3].map(() => http.call('tradecancelOrder', { bb_id: id }, { token })));
  expect(answers.map((answer) => answer.code).sort((a, b) => a - b)).toEqual([0, 0, 1]);
});

test('demoFunds gives once in 24 hours', async () => {
  const { token } = await http.newMember();
  const answers = await Promise.all([1, 2].map(() => http.call('demoFunds', {}, { token })));
  expect(answers.map((answer) => answer.reason ?? 'given').sort()).toEqual(['already_given', 'given']);
  world.clock.advance(24 * 60 * 60 * 1000 - 1);
  expect(await http.call('demoFunds', {}, { token })).toMatchObject({ code: 0, reason: 'already_given' });
  world.clock.advance(1);
  expect(await http.call('demoFunds', {}, { token })).toMatchObject({ code: 1 });
  expect(await http.call('getMarketBalance', { m_id: '1' }, { token })).toMatchObject({
    data: { usdt_balance: '20000.00000000' },
  });
});

test('getUserBalanceList shows every coin of every account; frozen amounts are in the total, not in what is available', async () => {
  world.market.setTick('btcusdt', '100');
  const { token } = await funded('250', '2');
  await http.call('upbbbuy', limitBuy, { token });
  const { data } = await http.call('getUserBalanceList', {}, { token });
  const { all_price, coinList } = data as Answer<'getUserBalanceList'>;
  expect(all_price).toBe('450.00000000');
  expect(coinList.map(({ type, totalAvailableAsset }) => [type, totalAvailableAsset])).toEqual([
    [2, '0.00000000'],
    [1, '405.00000000'],
    [3, '0.00000000'],
  ]);
  expect(coinList[1]?.balanceInfo).toEqual([
    { coinId: 1, coinName: 'USDT', balance: '205.00000000', dbalance: '45.00000000', all_zhprice: '250.00000000' },
    { coinId: 2, coinName: 'BTC', balance: '2.00000000', dbalance: '0.00000000', all_zhprice: '200.00000000' },
    { coinId: 3, coinName: 'ETH', balance: '0.00000000', dbalance: '0.00000000', all_zhprice: '0.00000000' },
  ]);
});

test.each(['getMarketBalance', 'upbbbuy', 'tradegetOrderList', 'tradecancelOrder', 'getUserBalanceList', 'demoFunds'])(
  '%s needs a login',
  async (name) => {
    expect(await http.call(name, limitBuy, { token: 'x'.repeat(43) })).toMatchObject({
      status: 200,
      code: 401,
      reason: 'login_required',
    });
  },
);

test('a plan is placed at the fee that it was planned with, or not at all', async () => {
  const { token } = await funded('100');
  const planned = async () => (await http.call('planOrder', limitBuy, { token })).data as Answer<'planOrder'>;
  const { plan, fee_rate } = await planned();
  expect(fee_rate).toBe('0.001');
  fee = '0.002';
  const placing = (of: string | null) =>
    http.call('upbbbuy', { ...limitBuy, plan: of }, { token, key: of ?? 'no plan' });
  expect(await placing(plan)).toMatchObject({ reason: 'bad_plan' });
  const again = await planned();
  expect(again.fee_rate).toBe('0.002');
  expect(await placing(again.plan)).toMatchObject({ code: 1 });
  fee = '0.001';
});
