import type { Answer } from '@plimsoll/contract';
import { amount, format, minus, plus } from '@plimsoll/money';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '../../platform/db.ts';
import {
  days,
  EARNED_COIN,
  openEarningWorld,
  type EarningMember,
  type EarningWorld,
} from '../../testing/earning-world.ts';

let world: EarningWorld;
// What is staked is paid by the clock of its world, so each test has one of its own.
beforeEach(async () => {
  world = await openEarningWorld();
});
afterEach(async () => {
  try {
    await world.audit();
  } finally {
    await world.close();
  }
});

const FLEXIBLE = 1;
const FIXED = 2;
const balancesOf = ({ id }: EarningMember) => world.world.balances(id);
const nowText = (laterMs = 0) => new Date(world.world.clock.nowMs() + laterMs).toISOString();
const refused = async (by: EarningMember, name: string, fields: Record<string, unknown>) => {
  const { code, reason } = await world.call(by, name, fields);
  return [code, reason];
};

test.each(['getStakingProjects', 'submitStaking', 'getStakingOrderList', 'redeemStaking'])(
  '%s needs a login',
  async (name) => {
    expect(await world.http.call(name, {})).toMatchObject({ code: 401, reason: 'login_required' });
  },
);

test('a fixed stake is held to its end and not redeemed before; then principal and revenue are paid', async () => {
  const own = await world.project({ type: FIXED, days: 20, rate: '7.2' });
  const lea = await world.member({ USDT: '1000' });
  const before = await world.rewards('USDT');
  const answer = await world.call(lea, 'submitStaking', { ...own, amount: '250' });
  // 250 × 7.2 % × 20 / 365
  expect(answer).toMatchObject({
    code: 1,
    msg: 'Subscribed',
    data: { end_time: nowText(days(20)), total_revenue: '0.98630137' },
  });
  const { id, order_num } = answer.data as Answer<'submitStaking'>;
  expect(order_num).toBe(`S260105${id}`);
  expect(await balancesOf(lea)).toEqual({ USDT: '750.00000000', 'USDT frozen': '250.00000000' });
  expect(await world.rewards('USDT')).toEqual([
    format(minus(amount(before[0]), amount('0.98630137'))),
    format(plus(amount(before[1]), amount('0.98630137'))),
  ]);
  const shown = {
    id,
    order_num,
    status: 0,
    type: FIXED,
    addtime: nowText(),
    coin: 'USDT',
    start_time: nowText(),
    end_time: nowText(days(20)),
    amount: '250.00000000',
    days: 20,
    interest_rate: '7.20000000',
    total_revenue: '0.98630137',
    accrued: '0.00000000',
    updatetime: null,
  };
  expect(await world.stakes(lea)).toEqual([shown]);
  expect(await refused(lea, 'redeemStaking', { id })).toEqual([0, 'stake_fixed']);
  world.world.clock.advance(days(20) - 1);
  expect(await world.work()).toBe(0);
  world.world.clock.advance(1);
  expect(await world.work()).toBe(1);
  expect(await world.stakes(lea)).toEqual([{ ...shown, status: 1, updatetime: shown.end_time }]);
  expect(await balancesOf(lea)).toEqual({ USDT: '1000.98630137' });
  expect(await world.bills(lea)).toEqual(['+0.98630137 USDT Staking earnings', expect.stringContaining('+1000')]);
  expect(await world.notices(lea)).toEqual([
    'Staking completed: <p>250 USDT available again, and earnings of 0.98630137 USDT credited to your funds account.</p>',
  ]);
  expect(await refused(lea, 'redeemStaking', { id })).toEqual([0, 'stake_fixed']);
});

test('a flexible stake may be redeemed at any time: principal and revenue of full days; the rest is released', async () => {
  const own = await world.project({ type: FLEXIBLE, days: 30, rate: '5.1' });
  const lea = await world.member({ USDT: '3000' });
  const before = await world.rewards('USDT');
  const [first, second, third] = [
    await world.made(lea, 'submitStaking', { ...own, amount: '1000' }),
    await world.made(lea, 'submitStaking', { ...own, amount: '1000' }),
    await world.made(lea, 'submitStaking', { ...own, amount: '1000' }),
  ];
  world.world.clock.advance(days(1) - 1);
  expect(await world.call(lea, 'redeemStaking', { id: first }, 'now')).toMatchObject({
    code: 1,
    msg: 'Redeemed',
    data: { total_revenue: '0.00000000' },
  });
  expect(await world.call(lea, 'redeemStaking', { id: first }, 'now')).toMatchObject({
    code: 1,
    data: { total_revenue: '0.00000000' },
  });
  expect(await balancesOf(lea)).toEqual({ USDT: '1000.00000000', 'USDT frozen': '2000.00000000' });
  world.world.clock.advance(days(6) + 1);
  // A week: 1000 × 5.1 % × 7 / 365.
  expect(
    (await world.stakes(lea, { status: '0' })).map(({ accrued, total_revenue }) => [accrued, total_revenue]),
  ).toEqual([
    ['0.97808219', '4.19178082'],
    ['0.97808219', '4.19178082'],
  ]);
  expect(await world.call(lea, 'redeemStaking', { id: second })).toMatchObject({
    data: { total_revenue: '0.97808219' },
  });
  expect(await refused(lea, 'redeemStaking', { id: second })).toEqual([0, 'stake_ended']);
  world.world.clock.advance(days(23) - 1);
  // To the last millisecond: 29 full days.
  expect(await world.stakes(lea, { status: '0' })).toMatchObject([{ accrued: '4.05205479' }]);
  world.world.clock.advance(1);
  // Due, although not yet ended.
  expect(await refused(lea, 'redeemStaking', { id: third })).toEqual([0, 'stake_ended']);
  expect(await world.work()).toBe(1);
  expect(await balancesOf(lea)).toEqual({ USDT: '3005.16986301' });
  expect(await world.rewards('USDT')).toEqual([format(minus(amount(before[0]), amount('5.16986301'))), before[1]]);
  expect(await world.bills(lea)).toEqual([
    '+4.19178082 USDT Staking earnings',
    '+0.97808219 USDT Staking earnings, redeemed',
    expect.stringContaining('+3000'),
  ]);
  const statuses = async (status: string) => (await world.stakes(lea, { status })).map(({ id }) => id);
  expect([await statuses(''), await statuses('0'), await statuses('1'), await statuses('2')]).toEqual([
    [third, second, first],
    [],
    [third],
    [second, first],
  ]);
  expect(await world.stakes(lea, { page: '2', limit: '1' })).toMatchObject([
    { id: second, total_revenue: '0.97808219', accrued: '0.00000000' },
  ]);
});

test('what is refused moves nothing, in the order of the wire', async () => {
  const own = await world.project({ type: FIXED, days: 30, rate: '5', min: '10' });
  const other = await world.project({ type: FIXED, days: 90, rate: '6' });
  const fine = await world.project({ coin: 'SOL', type: FIXED, days: 1, rate: '1', min: '0.01' });
  const [lea, tom] = [await world.member({ USDT: '100', SOL: '5' }), await world.member()];
  const ask = (fields: Record<string, unknown>) => refused(lea, 'submitStaking', { ...own, amount: '50', ...fields });
  expect(await ask({ id: other.id })).toEqual([204, 'not_found']);
  expect(await ask({ s_id: '999999' })).toEqual([204, 'not_found']);
  expect(await ask({ s_id: '' })).toEqual([0, 'bad_id']);
  expect(await ask({ amount: '0' })).toEqual([0, 'amount_not_positive']);
  expect(await ask({ amount: '9.99999999' })).toEqual([0, 'amount_below_minimum']);
  expect(await ask({ ...fine, amount: '0.001' })).toEqual([0, 'bad_amount']);
  expect(await ask({ ...fine, amount: '5' })).toEqual([0, 'earns_nothing']);
  expect(await ask({ amount: '100.00000001', paypassword: 'Wrong1word' })).toEqual([0, 'bad_payment_password']);
  expect(await ask({ amount: '100.00000001' })).toEqual([0, 'insufficient_balance']);
  const rich = await world.project({ type: FIXED, days: 365, rate: '150' });
  expect(await ask({ ...rich, amount: '900000000000000000' })).toEqual([0, 'insufficient_balance']);
  await world.owner.run(sql('testing.unoffer', 'update staking_info set offered = false where id = $1'), [own.s_id]);
  expect(await ask({})).toEqual([204, 'not_found']);
  await world.owner.run(sql('testing.retireProject', 'update staking_project set enabled = false where id = $1'), [
    other.id,
  ]);
  expect(await ask(other)).toEqual([204, 'not_found']);
  world.switches.staking_switch = 0;
  expect(await ask({})).toEqual([201, 'switched_off']);
  expect([await balancesOf(lea), await world.stakes(lea)]).toEqual([{ USDT: '100.00000000', SOL: '5.00000000' }, []]);
  expect(await refused(tom, 'redeemStaking', { id: '999999' })).toEqual([204, 'not_found']);
});

test('the switch stops what is new: what is staked is listed, redeemed and paid; nobody redeems another’s', async () => {
  const own = await world.project({ type: FLEXIBLE, days: 2, rate: '36.5' });
  const [lea, tom] = [await world.member({ USDT: '200' }), await world.member()];
  const [first] = [
    await world.made(lea, 'submitStaking', { ...own, amount: '100' }),
    await world.made(lea, 'submitStaking', { ...own, amount: '100' }),
  ];
  world.switches.staking_switch = 0;
  expect(await refused(tom, 'redeemStaking', { id: first })).toEqual([204, 'not_found']);
  expect(await world.call(lea, 'redeemStaking', { id: first })).toMatchObject({ code: 1 });
  world.world.clock.advance(days(2));
  expect(await world.work()).toBe(1);
  expect(await balancesOf(lea)).toEqual({ USDT: '200.20000000' });
});

test('a payment password is not asked for while the site asks for none', async () => {
  const own = await world.project({ type: FLEXIBLE, days: 2, rate: '36.5' });
  const lea = await world.member({ USDT: '200' });
  world.switches.traders_password_switch = 0;
  expect(await world.call(lea, 'submitStaking', { ...own, amount: '100', paypassword: '' })).toMatchObject({ code: 1 });
});

test('a stake whose revenue exceeds `rewards` is refused, and a redemption frees the rest', async () => {
  const own = await world.project({ coin: 'BTC', type: FLEXIBLE, days: 365, rate: '1000', min: '1' });
  const lea = await world.member({ BTC: '200000' });
  const ask = (quantity: string) => world.call(lea, 'submitStaking', { ...own, amount: quantity });
  const first = await ask('100000');
  expect(await world.rewards('BTC')).toEqual(['0.00000000', '1000000.00000000']);
  expect(await ask('1')).toMatchObject({ code: 201, reason: 'house_limit' });
  expect(await world.call(lea, 'redeemStaking', { id: (first.data as { id: number }).id })).toMatchObject({ code: 1 });
  expect(await ask('1')).toMatchObject({ code: 1 });
});

test('projects are listed as they are offered, shortest duration first', async () => {
  const own = await world.project({ coin: 'SOL', type: FLEXIBLE, days: 30, rate: '5', min: '2' });
  const lea = await world.member();
  const { list } = (await world.call(lea, 'getStakingProjects')).data as Answer<'getStakingProjects'>;
  expect(list.find(({ id }) => id === Number(own.id))).toEqual({
    id: Number(own.id),
    type: FLEXIBLE,
    img: '',
    coin: { id: Number(EARNED_COIN.SOL), title: 'SOL', decimals: 2 },
    staking_info: [{ id: Number(own.s_id), days: 30, interest_rate: '5.00000000', min_price: '2.00000000' }],
  });
});

test('operators find stakes by their number, member and status', async () => {
  const own = await world.project({ type: FIXED, days: 9, rate: '5' });
  const lea = await world.member({ USDT: '200' });
  const stake = await world.made(lea, 'submitStaking', { ...own, amount: '100' });
  const viewer = await world.http.operator('viewer');
  const find = async (query: string) =>
    ((await world.http.ask('GET', `/staking-orders?${query}`, viewer)).body as { list: { id: number }[] }).list.map(
      (each) => each.id,
    );
  const [shown] = await world.stakes(lea);
  expect(await world.http.ask('GET', `/staking-orders/${stake}`, viewer)).toMatchObject({
    status: 200,
    body: { ...shown, member_id: Number(lea.id), c_id: 1, project_id: Number(own.id), s_id: Number(own.s_id) },
  });
  expect([
    await find(`q=${shown?.order_num}`),
    await find(`member_id=${lea.id}&status=0`),
    await find(`member_id=${lea.id}&status=2`),
  ]).toEqual([[stake], [stake], []]);
});

test('nobody ends a stake otherwise than it was agreed, the owner of the tables neither', async () => {
  const own = await world.project({ type: FLEXIBLE, days: 9, rate: '5' });
  const lea = await world.member({ USDT: '200' });
  const stake = await world.made(lea, 'submitStaking', { ...own, amount: '100' });
  const run = (text: string) => world.owner.run(sql(`test.${text.slice(0, 45)}.${text.length}`, text), [stake]);
  await expect(run('update stake set status = 1, ended_at = ends_at, paid = revenue where id = $1')).rejects.toThrow(
    'no journal of its end',
  );
  await expect(run('update stake set revenue = 9 where id = $1')).rejects.toThrow('would change');
  await expect(run('update stake set status = 2, ended_at = placed_at, paid = 1 where id = $1')).rejects.toThrow(
    'no journal of its end',
  );
  for (const text of ['update stake set amount = 1', 'delete from stake']) {
    await expect(world.world.db.run(sql(`test.app.${text}`, text))).rejects.toThrow('permission denied');
  }
});
