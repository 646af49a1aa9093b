import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../platform/db.ts';
import { openCatalogueWorld, refusal, type CatalogueWorld, type Fields } from '../../testing/catalogue-world.ts';

let world: CatalogueWorld;
beforeAll(async () => {
  world = await openCatalogueWorld();
});
afterAll(() => world.close());

const USDT = 1;
const XRP = 5;
const LOAN = {
  title: 'Thirty days',
  mechanism: 'All at once',
  minprice: '100',
  maxprice: '5000',
  interest_rate: '0.05',
  cycle: 30,
};
const MINING = {
  title: 'Quarter',
  img: '/coins/xrp.svg',
  c_id: XRP,
  min_price: '10',
  max_price: '1000.5',
  interest_rate: '0.2',
  cycle: 90,
};
const WEEK = { days: 7, interest_rate: '3.5', min_price: '1' };
const MONTH = { days: 30, interest_rate: '5', min_price: '10' };
const STAKING = { c_id: XRP, type: 1, img: '', staking_info: [MONTH, WEEK] };
const GOOD: Readonly<Record<string, Fields>> = {
  'loan-projects': LOAN,
  'mining-products': MINING,
  'staking-projects': STAKING,
};

const rows = <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
  world.db.run(sql<Row>(`test.${text.length}.${text.slice(-30)}`, text), values);

test('a loan is offered, changed and retired; every version of its terms is kept as it was said', async () => {
  const made = await world.create('loan-projects', LOAN);
  expect(made).toMatchObject({
    status: 201,
    body: {
      ...LOAN,
      minprice: '100.00000000',
      maxprice: '5000.00000000',
      interest_rate: '0.05000000',
      enabled: 1,
      sort: 0,
    },
  });
  const { id } = made.body;
  expect(await world.change('loan-projects', id, { interest_rate: '0.08', cycle: '60' })).toMatchObject({
    status: 200,
    body: { interest_rate: '0.08000000', cycle: 60 },
  });
  // What is no term makes no version.
  await world.change('loan-projects', id, { mechanism: 'At the end', sort: 3, enabled: 0 });
  expect(
    await rows('select version, interest_rate, days from loan_project_version where project_id = $1 order by 1', [id]),
  ).toEqual([
    { version: 1, interest_rate: '0.05000000', days: 30 },
    { version: 2, interest_rate: '0.08000000', days: 60 },
  ]);
  expect((await world.logged('loan-projects', id)).slice(1)).toEqual([
    expect.objectContaining({
      action: 'change',
      before: { interest_rate: '0.05000000', cycle: 30 },
      after: { interest_rate: '0.08000000', cycle: 60 },
    }),
    expect.objectContaining({
      before: { mechanism: 'All at once', sort: 0, enabled: 1 },
      after: { mechanism: 'At the end', sort: 3, enabled: 0 },
    }),
  ]);
});

test('lock mining is offered of any coin, and every version of its terms is kept as it was said', async () => {
  const made = await world.create('mining-products', MINING);
  expect(made).toMatchObject({
    status: 201,
    body: {
      ...MINING,
      coin_title: 'XRP',
      min_price: '10.00000000',
      max_price: '1000.50000000',
      interest_rate: '0.20000000',
    },
  });
  const { id } = made.body;
  expect((await world.change('mining-products', id, { c_id: USDT, img: '' })).body).toMatchObject({
    c_id: USDT,
    coin_title: 'USDT',
    img: '',
  });
  await world.change('mining-products', id, { sort: 9 });
  expect(
    await rows('select version, coin_id from mining_product_version where product_id = $1 order by 1', [id]),
  ).toEqual([
    { version: 1, coin_id: '5' },
    { version: 2, coin_id: '1' },
  ]);
  expect((await world.logged('mining-products', id))[1]).toMatchObject({
    before: { c_id: XRP, coin_title: 'XRP', img: '/coins/xrp.svg' },
    after: { c_id: USDT, coin_title: 'USDT', img: '' },
  });
});

test('a staking project shows what it offers, shortest first; a duration keeps its id until its terms change, and has it back when they do', async () => {
  const made = await world.create('staking-projects', STAKING);
  expect(made).toMatchObject({
    status: 201,
    body: {
      c_id: XRP,
      coin: 'XRP',
      type: 1,
      staking_info: [{ ...WEEK, interest_rate: '3.50000000', min_price: '1.00000000' }, { days: 30 }],
    },
  });
  const { id } = made.body;
  const infos = (body: Fields) => body['staking_info'] as { id: number; days: number; interest_rate: string }[];
  const [week, month] = infos(made.body).map((each) => each.id);
  const better = await world.change('staking-projects', id, {
    staking_info: [
      { ...WEEK, id: week },
      { ...MONTH, interest_rate: '6' },
    ],
  });
  expect(better.status).toBe(200);
  const [sameWeek, newMonth] = infos(better.body).map((each) => each.id);
  expect(sameWeek).toBe(week);
  expect(newMonth).not.toBe(month);
  expect((await world.logged('staking-projects', id))[1]).toMatchObject({
    action: 'change',
    before: { staking_info: infos(made.body) },
    after: { staking_info: infos(better.body) },
  });
  // As it was: the same offer again, and no change at all the second time.
  expect(
    infos((await world.change('staking-projects', id, { staking_info: STAKING.staking_info })).body).map(
      (each) => each.id,
    ),
  ).toEqual([week, month]);
  await world.change('staking-projects', id, { staking_info: STAKING.staking_info });
  expect(await world.logged('staking-projects', id)).toHaveLength(3);
  expect(infos((await world.change('staking-projects', id, { type: '2' })).body).map((each) => each.id)).not.toContain(
    week,
  );
  // What was said stays, whatever is offered by now.
  expect(
    await rows('select id, type, days, interest_rate from staking_info where id = any($1) order by id', [
      [week, month, newMonth],
    ]),
  ).toHaveLength(3);
});

test.each<[string, string, Fields, string]>([
  ['loan-projects', 'no title', { title: '' }, '422 bad_text title'],
  ['loan-projects', 'a most below the least', { maxprice: '99' }, '422 least_above_most maxprice'],
  ['loan-projects', 'a rate of more than all a day', { interest_rate: '100.1' }, '422 bad_value interest_rate'],
  ['loan-projects', 'a rate as a number', { interest_rate: 0.05 }, '422 bad_value interest_rate'],
  ['loan-projects', 'a cycle of no days', { cycle: 0 }, '422 bad_value cycle'],
  ['loan-projects', 'a cycle of half a day', { cycle: 0.5 }, '422 bad_value cycle'],
  ['mining-products', 'a coin that there is not', { c_id: 99_999 }, '422 unknown_coin c_id'],
  ['mining-products', 'an amount finer than its coin', { min_price: '0.0000001' }, '422 bad_amount min_price'],
  ['mining-products', 'a most below the least', { max_price: '9' }, '422 least_above_most max_price'],
  ['mining-products', 'no interest', { interest_rate: '0' }, '422 bad_value interest_rate'],
  ['mining-products', 'a script for a picture', { img: 'javascript:1' }, '422 bad_image img'],
  ['staking-projects', 'a coin that there is not', { c_id: 99_999 }, '422 unknown_coin c_id'],
  ['staking-projects', 'a third type', { type: 3 }, '422 bad_value type'],
  ['staking-projects', 'nothing to stake for', { staking_info: [] }, '422 bad_value staking_info'],
  ['staking-projects', 'no list', { staking_info: 'x' }, '422 bad_value staking_info'],
  [
    'staking-projects',
    'one length twice',
    { staking_info: [WEEK, { ...WEEK, interest_rate: '9' }] },
    '409 already_exists staking_info',
  ],
  [
    'staking-projects',
    'no interest',
    { staking_info: [{ ...WEEK, interest_rate: '0' }] },
    '422 bad_value staking_info.0.interest_rate',
  ],
  ['staking-projects', 'an unknown word in it', { staking_info: [{ ...WEEK, odds: 1 }] }, '422 unknown_field odds'],
  [
    'staking-projects',
    'a least finer than its coin',
    { staking_info: [{ ...WEEK, min_price: '0.0000001' }] },
    '422 bad_amount staking_info',
  ],
])('of %s none has %s', async (resource, _what, fields, answer) => {
  const before = (await world.list(resource)).total;
  expect(refusal(await world.create(resource, { ...GOOD[resource], ...fields }))).toBe(answer);
  expect((await world.list(resource)).total).toBe(before);
});

test('the server’s role cannot rewrite what was said', async () => {
  for (const statement of [
    'update loan_project_version set interest_rate = 1',
    'delete from loan_project_version',
    'insert into loan_project_version select * from loan_project_version',
    'update mining_product_version set interest_rate = 1',
    'delete from mining_product_version',
    'update staking_info set interest_rate = 1',
    'delete from staking_info',
    'delete from loan_project',
  ])
    await expect(rows(statement)).rejects.toThrow('permission denied');
});
