import { amount } from '@plimsoll/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { move, plainPosting } from '../../ledger/index.ts';
import { openCatalogueWorld, refusal, type CatalogueWorld, type Fields } from '../../testing/catalogue-world.ts';

let world: CatalogueWorld;
beforeAll(async () => {
  world = await openCatalogueWorld();
});
afterAll(() => world.close());

const LOAN = { title: 'Thirty days', minprice: '100', maxprice: '5000', interest_rate: '0.05', cycle: 30 };

test.each<[string, Fields | undefined]>([
  ['coins', undefined],
  ['markets', undefined],
  ['currencies', undefined],
  ['networks', undefined],
  ['loan-projects', LOAN],
  ['mining-products', { title: 'Quarter', c_id: 1, min_price: '1', max_price: '2', interest_rate: '1', cycle: 90 }],
  ['staking-projects', { c_id: 1, type: 1, staking_info: [{ days: 7, interest_rate: '3', min_price: '1' }] }],
])('%s are read by every operator, changed by owners alone, and never deleted', async (resource, made) => {
  if (made) await world.create(resource, made);
  const all = await world.list(resource, { limit: 50 });
  expect(all.total).toBe(all.list.length);
  const { list } = await world.list(resource, { status: 1 });
  const id = list[0]?.['id'];
  expect((await world.read(resource, id)).body).toEqual(list[0]);
  expect(refusal(await world.http.ask('GET', `/${resource}`))).toBe('401 unauthenticated');
  const treasurer = (await world.http.operator('treasurer')).token;
  for (const token of [world.viewer, treasurer]) {
    expect(refusal(await world.create(resource, { nonsense: 1 }, token))).toBe('403 forbidden');
    expect(refusal(await world.change(resource, id, { enabled: 0 }, token))).toBe('403 forbidden');
  }
  expect(refusal(await world.http.ask('DELETE', `/${resource}/${String(id)}`, { token: world.owner }))).toBe(
    '405 method_not_allowed',
  );
  expect(refusal(await world.read(resource, 999_999))).toBe('404 not_found');
  expect(refusal(await world.read(resource, '9223372036854775807'))).toBe('404 not_found');
  expect(refusal(await world.change(resource, 999_999, { enabled: 0 }))).toBe('404 not_found');
  expect(refusal(await world.change(resource, id, {}))).toBe('422 nothing_to_change');
  expect(refusal(await world.change(resource, id, { nonsense: 1 }))).toBe('422 unknown_field nonsense');
  expect(refusal(await world.change(resource, id, { enabled: 2 }))).toBe('422 bad_value enabled');
  expect(refusal(await world.change(resource, id, { enabled: null }))).toBe('422 bad_value enabled');
  expect((await world.change(resource, id, { enabled: 0 })).body).toMatchObject({ id, enabled: 0 });
  expect((await world.list(resource, { status: 0, limit: 50 })).list.map((each) => each['id'])).toContain(id);
  expect((await world.list(resource, { status: 1, limit: 50 })).list.map((each) => each['id'])).not.toContain(id);
  expect((await world.change(resource, id, { enabled: 1 })).body).toEqual(list[0]);
  expect((await world.logged(resource, id)).slice(-2)).toMatchObject([
    { action: 'change', before: { enabled: 1 }, after: { enabled: 0 } },
    { action: 'change', before: { enabled: 0 }, after: { enabled: 1 } },
  ]);
});

test('lists are newest first, or in the members’ order, and can be searched and filtered', async () => {
  const ids = (list: readonly Fields[]) => list.map((each) => Number(each['id']));
  const all = await world.list('coins', { limit: 50 });
  expect(ids(all.list)).toEqual(ids(all.list).toSorted((a, b) => b - a));
  expect((await world.list('coins', { sort: 'sort', limit: 2, page: 1 })).list.map((each) => each['title'])).toEqual([
    'USDT',
    'BTC',
  ]);
  expect((await world.list('coins', { sort: 'sort', limit: 2, page: 2 })).list.map((each) => each['title'])).toEqual([
    'ETH',
    'SOL',
  ]);
  expect((await world.list('markets', { q: 'eth', sort: 'id' })).list.map((each) => each['symbol'])).toEqual([
    'ethusdt',
    'ethbtc',
  ]);
  expect((await world.list('markets', { q: 'ETH/', status: 1 })).list.map((each) => each['symbol'])).toEqual([
    'ethusdt',
  ]);
  expect(await world.list('markets', { q: '%', status: 0 })).toEqual({ list: [], total: 0 });
  expect(refusal(await world.http.ask('GET', '/coins', { token: world.viewer, fields: { sort: 'title' } }))).toBe(
    '422 bad_value sort',
  );
});

test('a new coin is available to everybody at once, at zero, and logged as it was made', async () => {
  const made = await world.create('coins', { title: 'PLM', decimals: 4 });
  expect(made).toMatchObject({
    status: 201,
    body: {
      title: 'PLM',
      decimals: 4,
      txminnum: '0.01000000',
      txmaxnum: '100000.00000000',
      sxftype: 1,
      txsxf: '0.50000000',
      txsxf_n: '0.00000000',
      internal_transfer_sxf: '0.00000000',
      internal_transfer_days: 0,
      enabled: 1,
    },
  });
  const { id } = made.body;
  expect((await world.read('coins', id)).body).toEqual(made.body);
  const { token } = await world.http.newMember();
  const { coinList } = (await world.http.call('getUserBalanceList', {}, { token })).data as {
    coinList: { balanceInfo: { coinId: number; balance: string }[] }[];
  };
  expect(coinList[0]?.balanceInfo.find((each) => each.coinId === id)).toMatchObject({
    coinName: 'PLM',
    balance: '0.00000000',
  });
  expect(await world.logged('coins', id)).toMatchObject([{ action: 'create', before: null, after: made.body }]);
  expect(refusal(await world.create('coins', { title: 'PLM', decimals: 2 }))).toBe('409 already_exists');
});

test.each<[string, Fields, string]>([
  ['a title in small letters', { title: 'plm' }, '422 bad_value title'],
  ['no title', { title: undefined }, '422 bad_value title'],
  ['nine places', { decimals: 9 }, '422 bad_value decimals'],
  ['a maximum below the minimum', { txminnum: '5', txmaxnum: '4.99' }, '422 least_above_most txmaxnum'],
  ['a minimum finer than its places', { decimals: 2, txminnum: '0.001' }, '422 bad_amount txminnum'],
  ['a fee finer than its places', { decimals: 2, txsxf_n: '0.001' }, '422 bad_amount txsxf_n'],
  ['a minimum of zero', { txminnum: '0' }, '422 amount_not_positive txminnum'],
  ['a third kind of fee', { sxftype: 3 }, '422 bad_value sxftype'],
  ['a fee of 100 percent', { txsxf: '100' }, '422 bad_value txsxf'],
  ['a fee as a number', { txsxf: 1.5 }, '422 bad_value txsxf'],
  ['a whole amount as the fee of a transfer', { internal_transfer_sxf: '1' }, '422 bad_value internal_transfer_sxf'],
  ['half a day', { internal_transfer_days: 0.5 }, '422 bad_value internal_transfer_days'],
])('no coin has %s', async (_what, fields, answer) => {
  const before = (await world.list('coins')).total;
  expect(refusal(await world.create('coins', { title: 'NEW', decimals: 8, ...fields }))).toBe(answer);
  expect((await world.list('coins')).total).toBe(before);
});

test('a coin’s withdrawal terms are changed field by field, and the log has before and after', async () => {
  const { id } = (await world.create('coins', { title: 'FEE', decimals: 6, txminnum: '2', txmaxnum: '50' })).body;
  expect(await world.change('coins', id, { sxftype: '2', txsxf_n: '1.25', internal_transfer_days: 3 })).toMatchObject({
    status: 200,
    body: { id, sxftype: 2, txsxf_n: '1.25000000', internal_transfer_days: 3, txminnum: '2.00000000' },
  });
  expect((await world.logged('coins', id))[1]).toMatchObject({
    action: 'change',
    before: { sxftype: 1, txsxf_n: '0.00000000', internal_transfer_days: 0 },
    after: { sxftype: 2, txsxf_n: '1.25000000', internal_transfer_days: 3 },
  });
  expect(refusal(await world.change('coins', id, { txminnum: '51' }))).toBe('422 least_above_most txmaxnum');
  // An unchanged value is no change: not proposed, not logged.
  expect(refusal(await world.change('coins', id, { txminnum: '2.0' }))).toBe('422 nothing_to_change');
  expect(await world.logged('coins', id)).toHaveLength(2);
});

test('a coin’s places and title can be corrected until something of it exists', async () => {
  const { id } = (await world.create('coins', { title: 'TYPO', decimals: 2 })).body;
  expect((await world.change('coins', id, { title: 'TIPO', decimals: 4 })).body).toMatchObject({
    title: 'TIPO',
    decimals: 4,
  });
  expect(refusal(await world.change('coins', id, { decimals: 3 }))).toBe('409 in_use decimals');
  await world.writer.submit(plainPosting, [
    {
      cause: { kind: 'house-funding', id: 'tipo' },
      actor: { kind: 'clock' },
      lines: [move({ house: 'outside', coinId: String(id) }, { house: 'spot', coinId: String(id) }, amount('1'))],
    },
  ]);
  expect(refusal(await world.change('coins', id, { decimals: 5 }))).toBe('409 in_use decimals');
  expect(refusal(await world.change('coins', id, { title: 'TYPO' }))).toBe('409 in_use title');
  expect(refusal(await world.change('coins', await world.idOf('coins', 'LTC'), { title: 'LITE' }))).toBe(
    '409 in_use title',
  );
});

test('of two owners who change one thing concurrently each builds on the other’s change, and the log has their order', async () => {
  const second = await world.http.operator('owner');
  const { id } = (await world.create('coins', { title: 'RACE', decimals: 8, txminnum: '1', txmaxnum: '10' })).body;
  // Each alone is allowed, both are not.
  const answers = await Promise.all([
    world.change('coins', id, { txminnum: '9' }),
    world.change('coins', id, { txmaxnum: '5' }, second.token),
  ]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  const changes = await Promise.all(
    Array.from({ length: 12 }, (_each, place) =>
      world.change('coins', id, { sort: place + 1000 }, place % 2 === 0 ? world.owner : second.token),
    ),
  );
  expect(changes.every(({ status }) => status === 200)).toBe(true);
  const days = (await world.logged('coins', id))
    .slice(2)
    .map(({ before, after }) => [before?.['sort'], after?.['sort']]);
  expect(days).toHaveLength(12);
  expect(days.map(([before]) => before)).toEqual([days[0]?.[0], ...days.slice(0, -1).map(([, after]) => after)]);
  expect((await world.read('coins', id)).body['sort']).toBe(days.at(-1)?.[1]);
});

test('two owners who create the same thing concurrently create one', async () => {
  const answers = await Promise.all([1, 2, 3].map(() => world.create('coins', { title: 'ONCE', decimals: 8 })));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
  expect((await world.list('coins', { q: 'ONCE' })).total).toBe(1);
});
