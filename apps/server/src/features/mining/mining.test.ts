import fc from 'fast-check';
import type { Answer } from '@plimsoll/contract';
import { amount, format, interest, minus, percentage, plus, unitOf, type Amount, type Rate } from '@plimsoll/money';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { GroupedWriter } from '../../ledger/index.ts';
import { openDb, sql, type Db } from '../../platform/db.ts';
import {
  days,
  EARNED_COIN,
  openEarningWorld,
  type EarningMember,
  type EarningWorld,
} from '../../testing/earning-world.ts';
import { paysDays } from './pay-days.ts';

let world: EarningWorld;
beforeAll(async () => {
  world = await openEarningWorld();
});
afterEach(async () => {
  for (const key of Object.keys(world.switches)) delete world.switches[key as keyof typeof world.switches];
  await world.audit();
});
afterAll(() => world.close());

const balancesOf = ({ id }: EarningMember) => world.world.balances(id);
const nowText = (laterMs = 0) => new Date(world.world.clock.nowMs() + laterMs).toISOString();
const refused = async (by: EarningMember, fields: Record<string, unknown>) => {
  const { code, reason } = await world.call(by, 'buyMiningMachine', fields);
  return [code, reason];
};

/** For a test that counts what is paid: what others have locked would pay too. */
async function inOwnWorld(work: () => Promise<void>): Promise<void> {
  const shared = world;
  world = await openEarningWorld();
  try {
    await work();
    await world.audit();
  } finally {
    await world.close();
    world = shared;
  }
}

test.each(['getMiningMachineList', 'buyMiningMachine', 'getMiningMachineOrders'])('%s needs a login', async (name) => {
  expect(await world.http.call(name, {})).toMatchObject({ code: 401, reason: 'login_required' });
});

test('what is locked is held for its days, each full day pays, and at the end the principal is free', () =>
  inOwnWorld(async () => {
    const id = await world.product({ rate: '0.12', cycle: 3 });
    const lea = await world.member({ USDT: '1000' });
    const before = await world.rewards('USDT');
    const answer = await world.call(lea, 'buyMiningMachine', { id, amount: '250.5' });
    expect(answer).toMatchObject({
      code: 1,
      msg: 'Coins locked',
      data: { end_time: nowText(days(3)), estimated_revenue: '0.90180000' },
    });
    const { id: order, order_num } = answer.data as Answer<'buyMiningMachine'>;
    expect(order_num).toBe(`M${nowText().slice(2, 10).replaceAll('-', '')}${order}`);
    expect(await balancesOf(lea)).toEqual({ USDT: '749.50000000', 'USDT frozen': '250.50000000' });
    // Its total revenue is reserved.
    expect(await world.rewards('USDT')).toEqual([
      format(minus(amount(before[0]), amount('0.9018'))),
      format(plus(amount(before[1]), amount('0.9018'))),
    ]);
    const start = nowText();
    const shown = (paid: string, status: number) => [
      {
        id: order,
        order_num,
        title: 'Skiff',
        status,
        start_time: start,
        end_time: new Date(Date.parse(start) + days(3)).toISOString(),
        amount: '250.50000000',
        days: 3,
        interest_rate: '0.12000000',
        estimated_revenue: '0.90180000',
        total_revenue: paid,
        coin: 'USDT',
        img: '',
      },
    ];
    expect(await world.orders(lea)).toEqual(shown('0.00000000', 0));
    world.world.clock.advance(days(1) - 1);
    expect(await world.work()).toBe(0);
    world.world.clock.advance(1);
    expect(await world.work()).toBe(1);
    expect(await world.work()).toBe(0);
    expect(await world.orders(lea)).toEqual(shown('0.30060000', 0));
    world.world.clock.advance(days(2) - 1);
    expect(await world.work()).toBe(1);
    expect(await balancesOf(lea)).toEqual({ USDT: '750.10120000', 'USDT frozen': '250.50000000' });
    world.world.clock.advance(1);
    // The last day, and the principal.
    expect(await world.work()).toBe(2);
    expect(await world.orders(lea)).toEqual(shown('0.90180000', 1));
    expect(await balancesOf(lea)).toEqual({ USDT: '1000.90180000' });
    expect(await world.bills(lea)).toEqual([
      ...Array.from({ length: 3 }, () => '+0.30060000 USDT Lock mining earnings'),
      expect.stringContaining('+1000'),
    ]);
    expect(await world.notices(lea)).toEqual([
      'Lock mining completed: <p>250.5 USDT available again. Lock mining paid you 0.9018 USDT in total.</p>',
    ]);
    world.world.clock.advance(days(5));
    expect(await world.work()).toBe(0);
  }));

test('what is refused moves nothing, in the order of the wire', async () => {
  const id = await world.product({ rate: '0.12', cycle: 3, min: '100', max: '200' });
  const fine = await world.product({ coin: 'SOL', rate: '0.1', cycle: 3, min: '0.01', max: '1000' });
  const lea = await world.member({ USDT: '150', SOL: '100' });
  expect(await refused(lea, { id: '999999', amount: '150' })).toEqual([204, 'not_found']);
  expect(await refused(lea, { id, amount: '0' })).toEqual([0, 'amount_not_positive']);
  expect(await refused(lea, { id, amount: '1e2' })).toEqual([0, 'bad_amount']);
  expect(await refused(lea, { id, amount: '99.99999999' })).toEqual([0, 'amount_below_minimum']);
  expect(await refused(lea, { id, amount: '200.00000001' })).toEqual([0, 'amount_above_maximum']);
  expect((await world.call(lea, 'buyMiningMachine', { id, amount: '201' })).msg).toBe('The maximum is 200 USDT');
  expect(await refused(lea, { id: fine, amount: '1.001' })).toEqual([0, 'bad_amount']);
  // Half of the last place rounds to even, which is zero.
  expect(await refused(lea, { id: fine, amount: '5' })).toEqual([0, 'earns_nothing']);
  expect(await refused(lea, { id, amount: '150.00000001' })).toEqual([0, 'insufficient_balance']);
  const rich = await world.product({ rate: '1', cycle: 150, max: '900000000000000000' });
  expect(await refused(lea, { id: rich, amount: '900000000000000000' })).toEqual([0, 'insufficient_balance']);
  await world.owner.run(sql('testing.retire', 'update mining_product set enabled = false where id = $1'), [id]);
  expect(await refused(lea, { id, amount: '150' })).toEqual([204, 'not_found']);
  expect(await balancesOf(lea)).toEqual({ USDT: '150.00000000', SOL: '100.00000000' });
  expect(await world.orders(lea)).toEqual([]);
});

test('a day that ends while its payment waits for the database is paid by the next run, not early', () =>
  inOwnWorld(async () => {
    const id = await world.product({ rate: '1', cycle: 2 });
    const lea = await world.member({ USDT: '200' });
    const { clock, db, url } = world.world;
    await world.made(lea, 'buyMiningMachine', { id, amount: '100' });
    clock.advance(3);
    await world.made(lea, 'buyMiningMachine', { id, amount: '100' });
    const connection = openDb(url, { connections: 1 });
    const late = Object.create(connection, {
      transaction: {
        value: (...asked: Parameters<Db['transaction']>) => {
          clock.advance(5);
          return connection.transaction(...asked);
        },
      },
    }) as Db;
    const writer = new GroupedWriter({ connection: late, db, clock });
    const pay = paysDays({ paying: writer, clock });
    clock.advance(days(1) - 3);
    // Of an early payment the audit has a finding.
    await expect.poll(pay).toBe(0);
    expect((await world.orders(lea)).map((order) => order.total_revenue)).toEqual(['1.00000000', '1.00000000']);
    await writer.drained();
    await connection.close();
  }));

test('amounts within the bounds may have the places of the coin, and interest is rounded half-even to them', async () => {
  const id = await world.product({ coin: 'SOL', rate: '0.1', cycle: 2, min: '1', max: '1000' });
  const lea = await world.member({ SOL: '1000' });
  for (const [quantity, daily] of [
    ['5.01', '0.01'],
    ['15', '0.02'],
    ['25', '0.02'],
    ['25.01', '0.03'],
  ] as const) {
    expect(await world.call(lea, 'buyMiningMachine', { id, amount: quantity })).toMatchObject({
      data: { estimated_revenue: format((amount(daily) * 2n) as Amount) },
    });
  }
  world.world.clock.advance(days(2));
  await world.work();
  expect(await balancesOf(lea)).toEqual({ SOL: '1000.16000000' });
});

test('interest in SQL is the interest of the money package, to the last unit', async () => {
  const own = sql<{ n: string }>('testing.interest', 'select product_interest($1, $2, $3, $4, $5) as n');
  const given = fc.record({
    of: fc.bigInt({ min: 1n, max: 10n ** 22n }),
    rate: fc.bigInt({ min: 1n, max: 1000n * 10n ** 8n }),
    days: fc.integer({ min: 1, max: 3650 }),
    per: fc.constantFrom(1, 365),
    decimals: fc.integer({ min: 0, max: 8 }),
  });
  const halves = [
    { of: 500_000_000n, rate: 10_000_000n, days: 1, per: 1, decimals: 2 },
    { of: 1_500_000_000n, rate: 10_000_000n, days: 1, per: 1, decimals: 2 },
  ];
  for (const each of [...halves, ...fc.sample(given, { numRuns: 200, seed: 5 })]) {
    const here = interest(each.of as Amount, each.rate as Rate, each, 'half-even', unitOf(each.decimals));
    const [row] = await world.world.db.run(own, [
      format(each.of as Amount),
      format(each.rate as Rate),
      each.days,
      each.per,
      each.decimals,
    ]);
    expect(format(amount(row?.n ?? ''))).toBe(format(here));
    const daily = interest(
      each.of as Amount,
      each.rate as Rate,
      { days: 1, per: 1 },
      'half-even',
      unitOf(each.decimals),
    );
    expect(daily).toBe(percentage(each.of as Amount, each.rate as Rate, 'half-even', unitOf(each.decimals)));
  }
});

test('an order whose revenue exceeds `rewards` is refused; reserved revenue is paid', async () => {
  const id = await world.product({ coin: 'BTC', rate: '100', cycle: 1000, min: '1', max: '10000' });
  const [lea, tom] = [await world.member({ BTC: '2000' }), await world.member({ BTC: '2000' })];
  // A thousand times over, of a million.
  await world.made(lea, 'buyMiningMachine', { id, amount: '999' });
  expect(await refused(tom, { id, amount: '1.1' })).toEqual([201, 'house_limit']);
  await world.made(tom, 'buyMiningMachine', { id, amount: '1' });
  expect(await world.rewards('BTC')).toEqual(['0.00000000', '1000000.00000000']);
  world.world.clock.advance(days(1));
  await world.work();
  expect([await balancesOf(lea), await balancesOf(tom)]).toMatchObject([
    { BTC: '2000.00000000' },
    { BTC: '2000.00000000' },
  ]);
  expect(await world.rewards('BTC')).toEqual(['0.00000000', '999000.00000000']);
});

test('the switch stops what is new: what is locked is listed, paid and released', async () => {
  const id = await world.product({ rate: '1', cycle: 1 });
  const lea = await world.member({ USDT: '100' });
  await world.made(lea, 'buyMiningMachine', { id, amount: '100' });
  world.switches.machine_switch = 0;
  expect(await refused(lea, { id, amount: '100' })).toEqual([201, 'switched_off']);
  world.world.clock.advance(days(1));
  await world.work();
  expect(await world.orders(lea)).toMatchObject([{ status: 1, total_revenue: '1.00000000' }]);
});

test('an order keeps the terms it was made on, whatever becomes of the product', async () => {
  const id = await world.product({ rate: '1', cycle: 2 });
  const [lea, tom] = [await world.member({ USDT: '100' }), await world.member({ USDT: '100' })];
  await world.made(lea, 'buyMiningMachine', { id, amount: '100' });
  await world.owner.run(
    sql(
      'testing.change',
      `update mining_product set interest_rate = 9, days = 1, title = 'Other', enabled = true where id = $1`,
    ),
    [id],
  );
  await world.made(tom, 'buyMiningMachine', { id, amount: '100' });
  world.world.clock.advance(days(1));
  await world.work();
  expect(await world.orders(lea)).toMatchObject([{ title: 'Skiff', days: 2, status: 0, total_revenue: '1.00000000' }]);
  expect(await world.orders(tom)).toMatchObject([{ title: 'Other', days: 1, status: 1, total_revenue: '9.00000000' }]);
});

test('an order with the terms that its member has seen is refused on any other', async () => {
  const id = await world.product({ rate: '0.12', cycle: 3 });
  const lea = await world.member({ USDT: '100' });
  const [seen] = ((await world.call(lea, 'getMiningMachineList', { id })).data as Answer<'getMiningMachineList'>).list;
  const terms = { interest_rate: seen?.interest_rate, cycle: seen?.cycle };
  for (const other of [
    { ...terms, interest_rate: '0.1200001' },
    { ...terms, cycle: 4 },
  ])
    expect(await refused(lea, { id, amount: '100', ...other })).toEqual([0, 'terms_changed']);
  expect(await refused(lea, { id, amount: '100', ...terms, cycle: 'x' })).toEqual([0, 'bad_id']);
  expect(await balancesOf(lea)).toMatchObject({ USDT: '100.00000000' });
  await world.made(lea, 'buyMiningMachine', { id, amount: '100', ...terms });
});

test('products are listed as they are offered, one of them by its id', async () => {
  const id = await world.product({ coin: 'BTC', rate: '0.2', cycle: 90, min: '0.5', max: '7' });
  const lea = await world.member();
  const list = async (fields = {}) =>
    ((await world.call(lea, 'getMiningMachineList', fields)).data as Answer<'getMiningMachineList'>).list;
  const item = {
    id: Number(id),
    title: 'Skiff',
    img: '',
    min_price: '0.50000000',
    max_price: '7.00000000',
    coin_title: 'BTC',
    interest_rate: '0.20000000',
    cycle: 90,
    c_id: Number(EARNED_COIN.BTC),
    coin: 'BTC',
    decimals: 8,
  };
  expect(await list({ id })).toEqual([item]);
  expect(await list({ id: '999999' })).toEqual([]);
  expect((await list()).find((each) => each.id === item.id)).toEqual(item);
});

test('one key locks once, also when two come at the same moment; of twenty of the whole balance exactly one succeeds', async () => {
  const id = await world.product({ rate: '1', cycle: 2 });
  const lea = await world.member({ USDT: '100' });
  const ask = (quantity: string, key?: string) => world.call(lea, 'buyMiningMachine', { id, amount: quantity }, key);
  const [first, second] = await Promise.all([ask('10', 'once'), ask('10', 'once')]);
  expect([first.code, second.data]).toEqual([1, first.data]);
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask('90')));
  expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
  expect(answers.filter(({ reason }) => reason === 'insufficient_balance')).toHaveLength(19);
});

test('a frozen member cannot lock; what is locked is paid and released all the same', async () => {
  const id = await world.product({ rate: '1', cycle: 1 });
  const lea = await world.member({ USDT: '100' });
  await world.made(lea, 'buyMiningMachine', { id, amount: '50' });
  await world.freeze(lea.id, true);
  expect((await world.call(lea, 'buyMiningMachine', { id, amount: '50' })).code).not.toBe(1);
  world.world.clock.advance(days(1));
  await world.work();
  expect(await balancesOf(lea)).toEqual({ USDT: '100.50000000' });
});

test('operators find orders by their number, member and status', async () => {
  const id = await world.product({ rate: '1', cycle: 1 });
  const lea = await world.member({ USDT: '100' });
  const order = await world.made(lea, 'buyMiningMachine', { id, amount: '50' });
  const viewer = await world.http.operator('viewer');
  const find = async (query: string) =>
    ((await world.http.ask('GET', `/mining-orders?${query}`, viewer)).body as { list: { id: number }[] }).list.map(
      (each) => each.id,
    );
  const [shown] = await world.orders(lea);
  expect(await world.http.ask('GET', `/mining-orders/${order}`, viewer)).toMatchObject({
    status: 200,
    body: {
      ...shown,
      member_id: Number(lea.id),
      c_id: 1,
      product_id: Number(id),
      product_version: 1,
      paid_days: 0,
      runs: [],
      updatetime: null,
    },
  });
  expect([
    await find(`q=${shown?.order_num}`),
    await find(`member_id=${lea.id}&status=0`),
    await find(`member_id=${lea.id}&status=1`),
  ]).toEqual([[order], [order], []]);
  expect((await find('status=0'))[0]).toBe(order);
  expect(await world.http.ask('GET', '/mining-orders/999999', viewer)).toMatchObject({ status: 404 });
});

test('nobody ends an order unpaid, changes what was agreed, or pays a day twice, the owner of the tables neither', async () => {
  const id = await world.product({ rate: '1', cycle: 2 });
  const lea = await world.member({ USDT: '100' });
  const order = await world.made(lea, 'buyMiningMachine', { id, amount: '50' });
  world.world.clock.advance(days(1));
  await world.work();
  const run = (text: string) => world.owner.run(sql(`test.${text.slice(0, 50)}.${text.length}`, text), [order]);
  await expect(run(`update mining_order set status = 1, ended_at = ends_at where id = $1`)).rejects.toThrow(
    'not paid in full',
  );
  await expect(run('update mining_order set daily = 9 where id = $1')).rejects.toThrow('would change');
  await expect(run('insert into mining_payment (order_id, day, run) values ($1, 1, 99)')).rejects.toThrow(
    'mining_payment_pkey',
  );
  const app = (text: string) => world.world.db.run(sql(`test.app.${text.slice(0, 50)}`, text));
  for (const text of [
    'delete from mining_payment',
    'update mining_payment set day = 9',
    'update mining_order set amount = 1',
    'delete from mining_order',
    'insert into mining_paid_until select from mining_paid_until',
  ]) {
    await expect(app(text)).rejects.toThrow('permission denied');
  }
  world.world.clock.advance(days(1));
  await world.work();
});

test('the audit finds a payment without its line, and an order that was not what it says', async () => {
  const id = await world.product({ rate: '1', cycle: 2 });
  const lea = await world.member({ USDT: '100' });
  const order = await world.made(lea, 'buyMiningMachine', { id, amount: '50' });
  const add = sql('test.forgeDay', 'insert into mining_payment (order_id, day, run) values ($1, 1, 99)');
  await world.owner.run(add, [order]);
  await expect(world.audit()).rejects.toThrow(new RegExp(`order ${order}, run 99: 1 days, lines of 0`));
  await world.owner.run(sql('test.unforge', 'delete from mining_payment where order_id = $1'), [order]);
  await world.owner.run(sql('test.untriggered', 'alter table mining_order disable trigger mining_order_ended'));
  await world.owner.run(sql('test.forgeOwner', 'update mining_order set member_id = member_id - 1 where id = $1'), [
    order,
  ]);
  await expect(world.audit()).rejects.toThrow(new RegExp(`order ${order}, status 0; held: `));
  await world.owner.run(sql('test.unforgeOwner', 'update mining_order set member_id = member_id + 1 where id = $1'), [
    order,
  ]);
  await world.owner.run(sql('test.triggered', 'alter table mining_order enable trigger mining_order_ended'));
});
