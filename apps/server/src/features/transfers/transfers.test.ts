import { amount, format, minus } from '@plimsoll/money';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Answer } from '@plimsoll/contract';
import {
  days,
  openTransferWorld,
  SENT_COIN,
  type SendingMember,
  type TransferWorld,
} from '../../testing/transfer-world.ts';

let world: TransferWorld;
beforeAll(async () => {
  world = await openTransferWorld();
});
afterEach(async () => {
  for (const key of Object.keys(world.switches)) delete world.switches[key as keyof typeof world.switches];
  for (const coin of ['USDT', 'SOL'] as const) await world.terms(coin, '0', 0);
  await world.audit();
});
afterAll(() => world.close());

const balancesOf = ({ id }: SendingMember) => world.world.balances(id);
const nowText = (laterMs = 0) => new Date(world.world.clock.nowMs() + laterMs).toISOString();
const notices = async ({ token }: SendingMember, lang = 'en') =>
  ((await world.http.call('getNoticeList', {}, { token, lang })).data as Answer<'getNoticeList'>).list.map(
    ({ title, content }) => `${title}: ${content}`,
  );
const notSent = async (from: SendingMember, to: SendingMember, fields: Record<string, unknown>) => {
  const { code, reason } = await world.send(from, to, fields);
  return [code, reason];
};

test.each(['searchUser', 'getTransferCoin', 'balanceTransfer', 'cancelInternalTransfer', 'getInternalTransferList'])(
  '%s needs a login',
  async (name) => {
    expect(await world.http.call(name, {})).toMatchObject({ code: 401, reason: 'login_required' });
  },
);

test('without a wait the receiver gets the amount less the fee at once, the fee goes to `fees`, and both see the other’s name', async () => {
  await world.terms('USDT', '0.002', 0);
  const [lea, tom] = [
    await world.member({ USDT: '300' }, 'lea@quay.example'),
    await world.member({}, 'tom@quay.example'),
  ];
  await world.find(lea, tom);
  const answer = await world.send(lea, tom, { amount: '250' });
  expect(answer).toMatchObject({ code: 1, msg: 'Sent', data: { status: 2, arrival_time: nowText() } });
  expect([await balancesOf(lea), await balancesOf(tom)]).toEqual([{ USDT: '50.00000000' }, { USDT: '249.50000000' }]);
  expect(await world.bills(lea)).toEqual([
    '-0.50000000 USDT Sending fee',
    '-249.50000000 USDT Sent to tom@quay.example',
    expect.stringContaining('+300'),
  ]);
  expect(await world.bills(tom)).toEqual(['+249.50000000 USDT Received from lea@quay.example']);
  expect(await world.bills(tom, 'zh-cn')).toEqual(['+249.50000000 USDT 收到 lea@quay.example 的转账']);
  expect(await notices(tom)).toEqual([
    'Payment received: <p>lea@quay.example sent you 249.5 USDT. It is in your funds account.</p>',
  ]);
  expect(await notices(lea)).toEqual(['Payment sent: <p>You sent 250 USDT to tom@quay.example.</p>']);
  const { id, order_num } = answer.data as Answer<'balanceTransfer'>;
  expect(order_num).toBe(`T${nowText().slice(2, 10).replaceAll('-', '')}${id}`);
  expect(await world.list(lea)).toEqual([
    {
      id,
      order_num,
      status: 2,
      addtime: nowText(),
      arrival_time: nowText(),
      to_username: 'tom@quay.example',
      coin: 'USDT',
      amount: '250.00000000',
      sxf: '0.50000000',
      arrival_amount: '249.50000000',
    },
  ]);
  expect(await world.list(tom)).toEqual([]);
});

test.each([
  ['0.05', '0.33', '0.01'],
  ['0.009', '1', '0.00'],
  ['0', '1', '0.00'],
  ['0.99999999', '0.01', '0.00'],
  ['0.99999999', '100', '99.99'],
])('a fee of %s on %s of a coin with two places is %s: rounded down, never all of it', async (rate, gross, fee) => {
  await world.terms('SOL', rate, 0);
  const [lea, tom] = [await world.member({ SOL: gross }), await world.member()];
  await world.sent(lea, tom, { c_id: SENT_COIN.SOL, amount: gross });
  const net = format(minus(amount(gross), amount(fee)));
  expect(await world.list(lea)).toMatchObject([{ sxf: format(amount(fee)), arrival_amount: net }]);
  expect(await balancesOf(tom)).toEqual({ SOL: net });
});

test('with a wait the whole amount is held to the millisecond of its arrival, by the terms of its placing', async () => {
  await world.terms('USDT', '0.01', 2);
  const [lea, tom] = [await world.member({ USDT: '100' }), await world.member()];
  await world.find(lea, tom);
  const arrival = nowText(days(2));
  expect(await world.send(lea, tom, { amount: '60' })).toMatchObject({
    code: 1,
    data: { status: 1, arrival_time: arrival },
  });
  await world.terms('USDT', '0.5', 0);
  expect(await balancesOf(lea)).toEqual({ USDT: '40.00000000', 'USDT frozen': '60.00000000' });
  world.world.clock.advance(days(2) - 1);
  expect(await world.arrive()).toEqual([0]);
  expect([await balancesOf(tom), await notices(tom), await world.bills(tom)]).toEqual([{}, [], []]);
  world.world.clock.advance(1);
  expect(await world.arrive()).toEqual([1]);
  expect([await balancesOf(lea), await balancesOf(tom)]).toEqual([{ USDT: '40.00000000' }, { USDT: '59.40000000' }]);
  expect(await world.list(lea)).toMatchObject([
    { status: 2, arrival_time: arrival, sxf: '0.60000000', arrival_amount: '59.40000000' },
  ]);
  expect(await world.bills(tom)).toEqual([`+59.40000000 USDT Received from ${lea.username}`]);
  expect(await world.bills(lea)).toMatchObject([
    '-0.60000000 USDT Sending fee',
    `-59.40000000 USDT Sent to ${tom.username}`,
    {},
  ]);
  expect(await notices(tom)).toHaveLength(1);
  expect(await world.arrive()).toEqual([0]);
});

test('the sender may cancel to the last millisecond, once, and has all of it back; nobody else may, and nobody after', async () => {
  await world.terms('USDT', '0.01', 1);
  const [lea, tom] = [await world.member({ USDT: '100' }), await world.member()];
  const [first, second] = [await world.sent(lea, tom), await world.sent(lea, tom)];
  expect(await world.cancel(tom, first)).toMatchObject({ code: 204, reason: 'not_found' });
  expect(await world.cancel(lea, 999_999)).toMatchObject({ code: 204, reason: 'not_found' });
  world.world.clock.advance(days(1) - 1);
  expect(await world.cancel(lea, first, 'twice')).toMatchObject({ code: 1, data: null, msg: 'Transfer cancelled' });
  expect(await world.cancel(lea, first, 'twice')).toMatchObject({ code: 1, data: null });
  expect(await world.cancel(lea, first)).toMatchObject({ code: 0, reason: 'transfer_ended' });
  world.world.clock.advance(1);
  // Due, although not yet completed: it belongs to the receiver.
  expect(await world.cancel(lea, second)).toMatchObject({ code: 0, reason: 'transfer_ended' });
  expect(await world.arrive()).toEqual([1]);
  expect(await world.cancel(lea, second)).toMatchObject({ code: 0, reason: 'transfer_ended' });
  expect([await balancesOf(lea), await balancesOf(tom)]).toEqual([{ USDT: '90.00000000' }, { USDT: '9.90000000' }]);
  const statuses = async (status: string) => (await world.list(lea, { status })).map(({ id }) => id);
  expect([
    await statuses('0'),
    await statuses('1'),
    await statuses('2'),
    await statuses('3'),
    await statuses(''),
  ]).toEqual([[second, first], [], [second], [first], [second, first]]);
  expect(await world.list(lea, { page: '2', limit: '1' })).toMatchObject([{ id: first }]);
});

test('what is refused moves nothing', async () => {
  const [lea, tom] = [await world.member({ USDT: '100', SOL: '1' }), await world.member()];
  expect(await notSent(lea, lea, {})).toEqual([0, 'same_member']);
  expect(await notSent(lea, tom, { to_uid: '999999' })).toEqual([204, 'not_found']);
  expect(await notSent(lea, tom, { c_id: '999' })).toEqual([204, 'not_found']);
  expect(await notSent(lea, tom, { c_id: SENT_COIN.SOL, amount: '0.001' })).toEqual([0, 'bad_amount']);
  expect(await notSent(lea, tom, { amount: '0' })).toEqual([0, 'amount_not_positive']);
  expect(await notSent(lea, tom, { amount: '100.00000001' })).toEqual([0, 'insufficient_balance']);
  expect(await notSent(lea, tom, { paypassword: 'Wrong1word' })).toEqual([0, 'bad_payment_password']);
  world.debts.set(lea.id, amount('90'));
  expect(await notSent(lea, tom, {})).toEqual([0, 'owed_on_loan']);
  expect(await notSent(lea, tom, { amount: '5' })).toEqual([1, undefined]);
  world.switches.Internal_transfer_status = 0;
  expect(await notSent(lea, tom, {})).toEqual([201, 'switched_off']);
  expect(await balancesOf(lea)).toEqual({ USDT: '95.00000000', SOL: '1.00000000' });
});

test('the switch stops what is new: what is on its way is listed, cancelled and arrives', async () => {
  await world.terms('USDT', '0', 1);
  const [lea, tom] = [await world.member({ USDT: '100' }), await world.member()];
  const [first] = [await world.sent(lea, tom), await world.sent(lea, tom)];
  world.switches.Internal_transfer_status = 0;
  expect(await world.cancel(lea, first)).toMatchObject({ code: 1 });
  world.world.clock.advance(days(1));
  expect(await world.arrive()).toEqual([1]);
  expect((await world.list(lea)).map(({ status }) => status)).toEqual([2, 3]);
});

test('a payment password is not asked for while the site asks for none', async () => {
  const [lea, tom] = [await world.member({ USDT: '100' }), await world.member()];
  world.switches.traders_password_switch = 0;
  expect(await world.send(lea, tom, { paypassword: '' })).toMatchObject({ code: 1 });
});

test('one key sends once, also when two come at the same moment; of twenty of the whole balance exactly one succeeds', async () => {
  const [lea, tom] = [await world.member({ USDT: '100' }), await world.member()];
  const [first, second] = await Promise.all([world.send(lea, tom, {}, 'once'), world.send(lea, tom, {}, 'once')]);
  expect([first.code, second.data]).toEqual([1, first.data]);
  expect(await world.send(lea, tom, { amount: '11' }, 'once')).toMatchObject({ reason: 'idempotency_conflict' });
  const answers = await Promise.all(Array.from({ length: 20 }, () => world.send(lea, tom, { amount: '90' })));
  expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
  expect(answers.filter(({ reason }) => reason === 'insufficient_balance')).toHaveLength(19);
  expect([await balancesOf(lea), await balancesOf(tom)]).toEqual([{}, { USDT: '100.00000000' }]);
});

test('a frozen member cannot send and cannot be sent to; what was on its way to or from one arrives all the same', async () => {
  await world.terms('USDT', '0', 1);
  const [lea, tom] = [await world.member({ USDT: '100' }), await world.member({ USDT: '100' })];
  await world.sent(lea, tom);
  await world.sent(tom, lea);
  await world.freeze(tom.id, true);
  expect(await world.send(lea, tom)).toMatchObject({ code: 204, reason: 'not_found' });
  expect(await world.send(tom, lea)).toMatchObject({ code: 0, reason: 'frozen_member' });
  world.world.clock.advance(days(1));
  expect(await world.arrive()).toEqual([2]);
  expect([await balancesOf(lea), await balancesOf(tom)]).toEqual([{ USDT: '100.00000000' }, { USDT: '100.00000000' }]);
});

test('coins are listed with what is available of them in funds, and what sending costs', async () => {
  await world.terms('SOL', '0.0025', 7);
  const lea = await world.member({ SOL: '1.5' });
  for (const fields of [{}, { username: 'nobody at all' }, { username: lea.username }]) {
    const { data } = await world.http.call('getTransferCoin', fields, { token: lea.token });
    expect(data).toMatchObject([
      { id: 1, title: 'USDT', balance: '0.00000000', internal_transfer_sxf: '0.00000000', internal_transfer_days: 0 },
      { title: 'BTC' },
      { title: 'ETH' },
      {
        id: 4,
        title: 'SOL',
        balance: '1.50000000',
        internal_transfer_sxf: '0.00250000',
        internal_transfer_days: 7,
        decimals: 2,
      },
    ]);
  }
});
