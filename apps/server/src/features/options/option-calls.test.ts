import type { Answer, OptionOrder } from '@plimsoll/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '../../platform/db.ts';
import { testHttp, type TestHttp } from '../../testing/http.ts';
import { openOptionWorld, type OptionWorld } from '../../testing/option-world.ts';
import { testPlans } from '../../testing/plans.ts';
import { defaultSettings } from '../site/index.ts';
import { optionRoutes } from './index.ts';

let world: OptionWorld;
let http: TestHttp;
let isOn = true;
const DAY_MS = 86_400_000;

beforeAll(async () => {
  world = await openOptionWorld();
  const { db, clock, service } = world;
  http = testHttp({
    db,
    clock,
    routes: optionRoutes({ db, clock, service, plans: testPlans(clock) }),
    settings: () => ({ ...defaultSettings({ mode: 'demo', isDemoFeed: true }), options_switch: isOn ? 1 : 0 }),
  });
});
beforeEach(() => {
  isOn = true;
  world.market.setMark('btcusdt', '100');
});
afterEach(async () => {
  world.market.setMark('btcusdt', '100');
  await world.draw('btcusdt');
  world.clock.advance(60_000);
  world.market.setMark('btcusdt', '100');
  await world.settle();
  await world.audit();
});
afterAll(async () => {
  await http.app.close();
  await world.close();
});

async function funded(usdt = '1000'): Promise<{ id: string; token: string }> {
  const member = await http.newMember();
  await world.give(member.id, usdt);
  return member;
}
const ORDER = { m_id: '1', ctime: '30', ctzed: '100', buytype: '1' };
async function place(token: string, fields: object = {}, key?: string) {
  if (world.market.isBehind) await world.market.keep();
  return http.call('creatorder', { ...ORDER, ...fields }, { token, ...(key === undefined ? {} : { key }) });
}
/** Draws every open option's line at 100 and ends it at this price. */
async function endAt(price: string, afterMs = 30_000): Promise<void> {
  await world.draw('btcusdt');
  world.clock.advance(afterMs - 1);
  world.market.setMark('btcusdt', price);
  world.clock.advance(1);
  await world.settle();
  world.market.setMark('btcusdt', '100');
}

test('getHyConfig has the terms, one entry a duration, and the balance to stake', async () => {
  const { token } = await funded('250.5');
  const six = <T>(value: T): T[] => Array.from({ length: 6 }, () => value);
  expect((await http.call('getHyConfig', {}, { token })).data).toEqual({
    hy_numcolstmp: [1, 3, 5, 10],
    hy_price_type: 2,
    coinname: 'USDT',
    decimals: 8,
    balance: '250.50000000',
    hytime: [30, 60, 120, 180, 300, 600],
    hymin: six('10.00000000'),
    hymax: six('2000.00000000'),
    hyrate: ['0.75000000', '0.80000000', '0.82000000', '0.85000000', '0.88000000', '0.90000000'],
    terms_version: 2,
    line_delay: 1000,
    member_limit: '100000.00000000',
  });
});

test('creatorder places an option; getHyOrderInfo and getHyOrderList show it to its owner alone, in the member’s language', async () => {
  const [{ token }, stranger] = [await funded(), await funded()];
  const placed = await place(token);
  expect(placed).toMatchObject({ code: 1, msg: 'Option placed' });
  const { order_id } = placed.data as Answer<'creatorder'>;
  expect(await http.call('getHyOrderInfo', { order_id }, { token, lang: 'ar' })).toMatchObject({
    code: 1,
    data: { order_id, status: 1, hyzd: 1, hyzd_text: 'صعود', count_down: 30 },
  });
  expect(await http.call('getHyOrderInfo', { order_id }, { token: stranger.token })).toMatchObject({
    status: 200,
    code: 204,
    reason: 'not_found',
    data: null,
  });
  expect(await http.call('getHyOrderInfo', { order_id: '999999999' }, { token })).toMatchObject({ code: 204 });
  expect(await http.call('getHyOrderList', { status: '1' }, { token: stranger.token })).toMatchObject({
    code: 1,
    data: { list: [] },
  });
  await endAt('101');
  const { list } = (await http.call('getHyOrderList', { status: '2', page: '1', limit: '10' }, { token })).data as {
    list: OptionOrder[];
  };
  expect(list).toMatchObject([{ order_id, is_win: 1, ploss: '75.00000000' }]);
  expect(await http.call('getHyOrderList', { page: '2' }, { token })).toMatchObject({ data: { list: [] } });
});

test('the seconds left are whole and rounded up', async () => {
  const { token } = await funded();
  const { order_id } = (await place(token)).data as Answer<'creatorder'>;
  const left = async () =>
    ((await http.call('getHyOrderInfo', { order_id }, { token })).data as OptionOrder).count_down;
  const seen = [await left()];
  world.clock.advance(999);
  seen.push(await left());
  world.clock.advance(1);
  world.market.setMark('btcusdt', '100');
  await world.service.settler.settleAll();
  seen.push(await left());
  for (const ms of [1, 998, 1, 28_000, 999, 1, 500]) {
    world.clock.advance(ms);
    seen.push(await left());
  }
  // The whole duration until the line is drawn.
  expect(seen).toEqual([30, 30, 30, 30, 30, 29, 1, 1, 0, 0]);
});

test('one key places one option, also when used twice at once; another body is refused', async () => {
  const { token, id } = await funded();
  const [first, second] = await Promise.all([place(token, {}, 'once'), place(token, {}, 'once')]);
  expect(first).toMatchObject({ code: 1 });
  expect(second.data).toEqual(first.data);
  expect((await place(token, {}, 'once')).data).toEqual(first.data);
  expect(await place(token, { buytype: '2' }, 'once')).toMatchObject({ code: 0, reason: 'idempotency_conflict' });
  expect(await world.balances(id)).toEqual(['900.00000000', '100.00000000']);
});

test('the switch stops new options only, before their fields are read', async () => {
  const { token } = await funded();
  const { order_id } = (await place(token)).data as Answer<'creatorder'>;
  isOn = false;
  expect(await place(token, { ctime: 'x' })).toMatchObject({ code: 201, reason: 'switched_off' });
  expect(await http.call('getHyConfig', {}, { token })).toMatchObject({ code: 1 });
  await endAt('101');
  expect(await http.call('getHyOrderInfo', { order_id }, { token })).toMatchObject({
    code: 1,
    data: { status: 2, outcome: 'win' },
  });
});

test.each([
  [{ ctime: '45' }, 0, 'bad_value'],
  [{ ctime: '0' }, 0, 'bad_id'],
  [{ buytype: '3' }, 0, 'bad_value'],
  [{ ctzed: '-5' }, 0, 'bad_amount'],
  [{ m_id: '77' }, 204, 'not_found'],
  [{ m_id: '2' }, 201, 'stale_market'],
  [{ ctzed: '9' }, 0, 'amount_below_minimum'],
  [{ ctzed: '2001' }, 0, 'amount_above_maximum'],
  [{ ctzed: '1001' }, 0, 'insufficient_balance'],
])('%j is refused with %i %s', async (fields, code, reason) => {
  const { token, id } = await funded();
  expect(await place(token, fields)).toMatchObject({ status: 200, code, reason, data: null });
  expect(await world.balances(id)).toEqual(['1000.00000000', '0.00000000']);
});

async function planOf(token: string, fields: object = {}): Promise<Answer<'planOption'>> {
  if (world.market.isBehind) await world.market.keep();
  const { data } = await http.call('planOption', { ...ORDER, ...fields }, { token });
  return data as Answer<'planOption'>;
}

test('a plan has the stake and what a win brings, and places nothing until it is placed, once', async () => {
  const { token, id } = await funded();
  const planned = await planOf(token);
  expect(planned).toMatchObject({ refusals: [], stake: '100.00000000', coin: 'USDT', available: '1000.00000000' });
  expect(await world.balances(id)).toEqual(['1000.00000000', '0.00000000']);
  const plan = planned.plan ?? '';
  expect(await place(token, { plan, buytype: '2' }, plan)).toMatchObject({ reason: 'bad_plan' });
  const second = (await planOf(token)).plan ?? '';
  const placed = await place(token, { plan: second }, second);
  expect(placed).toMatchObject({ code: 1 });
  expect((await place(token, { plan: second }, second)).data).toEqual(placed.data);
  const { order_id } = placed.data as Answer<'creatorder'>;
  const shown = await http.call('getHyOrderInfo', { order_id }, { token });
  expect(shown.data).toMatchObject({ num: planned.stake, rate: planned.rate });
  expect(await world.balances(id)).toEqual(['900.00000000', '100.00000000']);
});

test('a plan says everything that refuses an option, first what refuses it first', async () => {
  const { token } = await funded('500');
  for (const fields of [{ m_id: '2' }, { ctzed: '9' }, { ctzed: '2001' }, { ctzed: '501' }]) {
    const { plan, refusals } = await planOf(token, fields);
    expect(plan).toBeNull();
    expect((await place(token, fields)).reason).toBe(refusals[0]?.reason);
  }
  // The largest amount that there is.
  for (const ctzed of ['999999999999999999', '999999999999999999.99999999'])
    expect((await planOf(token, { ctzed })).plan).toBeNull();
  const { refusals } = await planOf(token, { ctzed: '2001' });
  expect(refusals.map(({ reason }) => reason)).toEqual(
    expect.arrayContaining(['amount_above_maximum', 'insufficient_balance']),
  );
});

test('setHyLimit tightens at once and loosens after 24 hours; getHyLimit shows current and pending limits', async () => {
  const { token } = await funded();
  const set = async (fields: object) => (await http.call('setHyLimit', { ...fields }, { token })).data;
  const NONE = {
    daily_loss: null,
    session_minutes: null,
    excluded_until: null,
    lost_today: '0.00000000',
    pending: null,
  };
  expect((await http.call('getHyLimit', {}, { token })).data).toEqual(NONE);
  expect(await set({ daily_loss: '500', session_minutes: '30' })).toEqual({
    ...NONE,
    daily_loss: '500.00000000',
    session_minutes: 30,
  });
  const from = new Date(world.clock.nowMs() + DAY_MS).toISOString();
  const waits = { ...NONE, daily_loss: '500.00000000', session_minutes: 15, pending: { daily_loss: null, from } };
  expect(await set({ daily_loss: '0.00', session_minutes: '15' })).toEqual(waits);
  world.clock.advance(DAY_MS - 1);
  expect((await http.call('getHyLimit', {}, { token })).data).toEqual(waits);
  world.clock.advance(1);
  expect((await http.call('getHyLimit', {}, { token })).data).toEqual({ ...NONE, session_minutes: 15 });
  expect(await http.call('setHyLimit', { session_minutes: '20' }, { token })).toMatchObject({
    code: 0,
    reason: 'bad_value',
  });
  expect(await http.call('setHyLimit', { daily_loss: '1e3' }, { token })).toMatchObject({
    code: 0,
    reason: 'bad_amount',
  });
});

test('during a break no option can be placed, and the break cannot be shortened', async () => {
  const { token, id } = await funded();
  const until = world.clock.nowMs() + DAY_MS;
  expect(await http.call('setHyLimit', { exclude_days: '1' }, { token })).toMatchObject({
    data: { excluded_until: new Date(until).toISOString() },
  });
  expect(await http.call('setHyLimit', { exclude_days: '0' }, { token })).toMatchObject({
    data: { excluded_until: new Date(until).toISOString() },
  });
  const refused = await place(token);
  expect(refused).toMatchObject({ code: 0, reason: 'self_excluded' });
  expect(refused.msg).toContain(new Date(until).toISOString().slice(0, 10));
  expect(await world.balances(id)).toEqual(['1000.00000000', '0.00000000']);
  world.clock.set(until - 1);
  world.market.setMark('btcusdt', '100');
  expect(await place(token)).toMatchObject({ reason: 'self_excluded' });
  world.clock.advance(1);
  expect(await place(token)).toMatchObject({ code: 1 });
});

test('the daily loss limit counts today’s losses less wins, open stakes, and the new stake', async () => {
  const { token } = await funded();
  const lost = async () => ((await http.call('getHyLimit', {}, { token })).data as Answer<'getHyLimit'>).lost_today;
  world.clock.set(Math.ceil(world.clock.nowMs() / DAY_MS) * DAY_MS + 1000);
  world.market.setMark('btcusdt', '100');
  await http.call('setHyLimit', { daily_loss: '250' }, { token });
  expect(await place(token, { ctzed: '250.00000001' })).toMatchObject({
    code: 0,
    reason: 'daily_loss_limit',
    msg: expect.stringContaining('250 USDT') as string,
  });
  expect(await place(token)).toMatchObject({ code: 1 });
  expect(await place(token, { ctzed: '150.01' })).toMatchObject({ reason: 'daily_loss_limit' });
  await endAt('99');
  expect(await lost()).toBe('100.00000000');
  expect(await place(token, { ctzed: '150.01' })).toMatchObject({ reason: 'daily_loss_limit' });
  expect(await place(token, { ctzed: '100' })).toMatchObject({ code: 1 });
  await endAt('101');
  // 100 lost, 75 won.
  expect(await lost()).toBe('25.00000000');
  expect(await place(token, { ctzed: '100' })).toMatchObject({ code: 1 });
  await endAt('101');
  // Winning is no allowance to lose more.
  expect(await lost()).toBe('0.00000000');
  expect(await place(token, { ctzed: '250.01' })).toMatchObject({ reason: 'daily_loss_limit' });
  expect(await place(token, { ctzed: '250' })).toMatchObject({ code: 1 });
  await endAt('99');
  expect(await place(token, { ctzed: '76' })).toMatchObject({ reason: 'daily_loss_limit' });
  world.clock.set(Math.ceil(world.clock.nowMs() / DAY_MS) * DAY_MS);
  world.market.setMark('btcusdt', '100');
  expect(await lost()).toBe('0.00000000');
  expect(await place(token, { ctzed: '76' })).toMatchObject({ code: 1 });
});

test('of several concurrent options only so many are placed as the limit allows, in one process and in two', async () => {
  const { token, id } = await funded('1000');
  await http.call('setHyLimit', { daily_loss: '250' }, { token });
  const other = world.another();
  await other.refreshTerms();
  const order = { m_id: '1', ctime: '30', ctzed: '100', buytype: '1' };
  const { input } = (await import('@plimsoll/contract/options')).creatorder;
  await world.market.keep();
  const results = await Promise.all([
    place(token),
    place(token),
    other.place(id, input.parse(order)),
    place(token),
    other.place(id, input.parse(order)),
  ]);
  const placed = results.filter((result) => ('ok' in result ? result.ok : result.code === 1));
  expect(placed).toHaveLength(2);
  expect(await world.balances(id)).toEqual(['800.00000000', '200.00000000']);
});

test.each(['getHyConfig', 'creatorder', 'getHyOrderInfo', 'getHyOrderList', 'getHyLimit', 'setHyLimit'])(
  '%s needs a login',
  async (name) => {
    expect(await http.call(name, ORDER, { token: 'x'.repeat(43) })).toMatchObject({
      status: 200,
      code: 401,
      reason: 'login_required',
    });
  },
);

const payAt = sql<never>(
  'test.rate',
  'update option_terms set rate = $1::text::numeric, changed_at = $2 where seconds = 30',
);
async function payRate(rate: string): Promise<void> {
  world.clock.advance(1);
  await world.db.run(payAt, [rate, new Date(world.clock.nowMs())]);
  await world.service.refreshTerms();
}

test('a plan is placed by the terms that it was planned by, or not at all', async () => {
  const { token, id } = await funded();
  const plan = (await planOf(token)).plan ?? '';
  await payRate('0.10');
  expect(await place(token, { plan }, plan)).toMatchObject({ reason: 'bad_plan' });
  expect(await world.balances(id)).toEqual(['1000.00000000', '0.00000000']);
  const again = await planOf(token);
  expect(again).toMatchObject({ rate: '0.10000000', win: '10.00000000' });
  expect(await place(token, { plan: again.plan }, again.plan ?? '')).toMatchObject({ code: 1 });
  await payRate('0.75');
});
