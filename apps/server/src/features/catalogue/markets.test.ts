import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedMarkets } from '../../market/index.ts';
import { sql } from '../../platform/db.ts';
import { openCatalogueWorld, refusal, type CatalogueWorld, type Fields } from '../../testing/catalogue-world.ts';

let world: CatalogueWorld;
beforeAll(async () => {
  world = await openCatalogueWorld();
});
afterAll(() => world.close());

const DOGEBTC = { symbol: 'dogebtc', base: 'DOGE', quote: 'BTC', min: '10', step: '0.5', price_step: '0.00000001' };

test('a new market is listed, in the public symbols and ticking at once, and known to other processes within two seconds', async () => {
  await world.elsewhere.start();
  const before = world.added();
  const made = await world.create('markets', DOGEBTC);
  expect(made).toMatchObject({
    status: 201,
    body: {
      ...DOGEBTC,
      title: 'DOGE/BTC',
      min: '10.00000000',
      step: '0.50000000',
      max_jump: '0.20000000',
      spot_fee: null,
      eid: 0,
      logo: '/coins/doge.svg',
      fresh: 0,
      enabled: 1,
    },
  });
  const { id } = made.body;
  expect(world.added()).toBe(before + 1);
  expect(await world.marketsShown()).toContainEqual(
    expect.objectContaining({
      id,
      symbol: 'dogebtc',
      title: 'DOGE/BTC',
      min: '10.00000000',
      step: '0.50000000',
      price_step: '0.00000001',
      spot_fee: '0.00100000',
    }),
  );
  const symbols = (await world.http.app.inject({ method: 'GET', url: '/huobiapi/v1/common/symbols' })).json<{
    data: { symbol: string }[];
  }>();
  expect(symbols.data.map((each) => each.symbol)).toContain('dogebtc');
  const { token } = await world.http.newMember();
  const { data } = await world.http.call('getCanExchangeCoin', { type: 1 }, { token });
  expect((data as { title: string }[]).map((each) => each.title)).toContain('DOGE');
  world.clock.advance(2_000);
  await expect.poll(() => world.elsewhere.data.bySymbol('dogebtc')?.id).toBe(String(id));
  expect(world.room.data.isFresh(String(id))).toBe(true);
  expect((await world.read('markets', id)).body).toMatchObject({ fresh: 1 });
  expect(await world.logged('markets', id)).toMatchObject([
    { action: 'create', after: { symbol: 'dogebtc', base: 'DOGE', quote: 'BTC' } },
  ]);
  expect(refusal(await world.create('markets', { ...DOGEBTC, base: 'ADA' }))).toBe('409 already_exists');
  expect(refusal(await world.create('markets', { ...DOGEBTC, symbol: 'xdgbtc' }))).toBe('409 already_exists');
});

test('a market may name its coins by their ids', async () => {
  const ids = await Promise.all(
    ['ADA', 'BTC'].map(
      async (title) => (await world.list('coins', { q: title })).list.find((each) => each['title'] === title)?.['id'],
    ),
  );
  expect(
    (
      await world.create('markets', {
        ...DOGEBTC,
        symbol: 'adabtc',
        base: ids[0],
        quote: String(ids[1]),
        min: '1',
        enabled: 0,
      })
    ).body,
  ).toMatchObject({ base: 'ADA', quote: 'BTC', enabled: 0 });
});

test.each<[string, Fields, string]>([
  ['a symbol in capitals', { symbol: 'TRXBTC' }, '422 bad_value symbol'],
  ['a coin that there is not', { base: 'NOPE' }, '422 unknown_coin base'],
  ['a coin of an id that there is not', { quote: 99_999 }, '422 unknown_coin quote'],
  ['one coin twice', { quote: 'TRX' }, '422 same_coin quote'],
  ['a step of nothing', { step: '0' }, '422 amount_not_positive step'],
  ['a price step of nothing', { price_step: '0.000' }, '422 amount_not_positive price_step'],
  ['a minimum that is not a whole number of steps', { min: '10.3' }, '422 off_step min'],
  ['a minimum below its step', { min: '0.1' }, '422 off_step min'],
  ['a step finer than its coin', { step: '0.0000001' }, '422 bad_amount step'],
  ['an amount as a number', { min: 10 }, '422 bad_amount min'],
  ['a bound that silences it', { max_jump: '0.009' }, '422 bad_value max_jump'],
  ['a bound that bounds nothing', { max_jump: '1' }, '422 bad_value max_jump'],
  ['a fee of more than half', { spot_fee: '0.51' }, '422 bad_value spot_fee'],
  ['a tab of another coin', { eid: 3 }, '422 bad_value eid'],
  ['a parent tab', { eid: 2 }, '422 bad_value eid'],
  ['a logo that is a script', { logo: 'javascript:1' }, '422 bad_image logo'],
])('no market has %s', async (_what, fields, answer) => {
  expect(refusal(await world.create('markets', { ...DOGEBTC, symbol: 'trxbtc', base: 'TRX', ...fields }))).toBe(answer);
  expect((await world.list('markets', { q: 'trxbtc' })).total).toBe(0);
});

test('a market deals under its coins’ symbol alone: the feed gives the price of what the symbol names', async () => {
  const odd = { ...DOGEBTC, symbol: 'xrpeth', base: 'XRP', quote: 'BTC', min: '1', step: '1' };
  expect(refusal(await world.create('markets', odd))).toBe('422 bad_value symbol');
  const { id } = (await world.create('markets', { ...odd, symbol: 'xrpbtcx', enabled: 0 })).body;
  expect(refusal(await world.change('markets', id, { enabled: 1 }))).toBe('422 bad_value symbol');
  expect(await world.change('markets', id, { symbol: 'xrpbtc', enabled: 1 })).toMatchObject({ status: 200 });
});

test('a change of a market’s order limits applies to all at once', async () => {
  const id = await world.idOf('markets', 'ethusdt');
  const tag = async () => (await world.http.app.inject({ method: 'POST', url: '/api/getMarketList' })).headers['etag'];
  const before = await tag();
  const { length } = await world.logged('markets', id);
  expect(
    await world.change('markets', id, { min: '0.02', step: '0.01', spot_fee: '0.0025', max_jump: '0.05' }),
  ).toMatchObject({ status: 200, body: { min: '0.02000000', spot_fee: '0.00250000' } });
  expect(await world.marketsShown()).toContainEqual(
    expect.objectContaining({ symbol: 'ethusdt', min: '0.02000000', step: '0.01000000', spot_fee: '0.00250000' }),
  );
  expect(await tag()).not.toBe(before);
  expect((await world.logged('markets', id)).slice(length)).toMatchObject([
    {
      before: { min: '0.00100000', step: '0.00010000', spot_fee: null, max_jump: '0.20000000' },
      after: { min: '0.02000000', step: '0.01000000', spot_fee: '0.00250000', max_jump: '0.05000000' },
    },
  ]);
  expect((await world.change('markets', id, { spot_fee: null })).body).toMatchObject({ spot_fee: null });
  expect(refusal(await world.change('markets', id, { step: '0.03' }))).toBe('422 off_step min');
});

test('symbol and coins of a market can be corrected until it is first enabled', async () => {
  const { id } = (
    await world.create('markets', { ...DOGEBTC, symbol: 'dotbct', base: 'DOT', min: '1', step: '1', enabled: 0 })
  ).body;
  expect(await world.change('markets', id, { symbol: 'dotbtc' })).toMatchObject({
    status: 200,
    body: { symbol: 'dotbtc', base: 'DOT' },
  });
  expect(await world.change('markets', id, { symbol: 'doteth', quote: 'ETH', enabled: 1 })).toMatchObject({
    status: 200,
    body: { symbol: 'doteth', title: 'DOT/ETH', enabled: 1 },
  });
  expect((await world.change('markets', id, { enabled: 0 })).status).toBe(200);
  expect(refusal(await world.change('markets', id, { symbol: 'dotbtc' }))).toBe('409 in_use symbol');
  expect(refusal(await world.change('markets', id, { base: 'BTC' }))).toBe('409 in_use base');
  expect((await world.change('markets', id, { symbol: 'doteth', base: 'DOT' })).status).toBe(200);
  const taken = await world.idOf('markets', 'btcusdt');
  expect(refusal(await world.change('markets', taken, { symbol: 'xbtusdt' }))).toBe('409 in_use symbol');
  await expect(world.db.run(sql<never>('test.rename', `update market set ever_enabled = false`))).rejects.toThrow(
    'permission denied',
  );
  expect(
    await world.db.run(sql<{ done: boolean }>('test.reshape', `select market_reshape(1, 'xbtusdt', 2, 1) as done`)),
  ).toEqual([{ done: false }]);
});

test('a disabled market disappears from every list at once, and returns at once when enabled', async () => {
  const id = await world.idOf('markets', 'ethusdt');
  await world.change('markets', id, { enabled: 0 });
  expect((await world.marketsShown()).map((each) => each['symbol'])).not.toContain('ethusdt');
  await world.change('markets', id, { enabled: '1' });
  expect((await world.marketsShown()).map((each) => each['symbol'])).toContain('ethusdt');
  const coin = await world.idOf('coins', 'ETH');
  await world.change('coins', coin, { enabled: 0 });
  expect((await world.marketsShown()).map((each) => each['symbol'])).not.toContain('ethusdt');
  await world.change('coins', coin, { enabled: 1 });
});

test('tabs are created, renamed and filled, on two levels', async () => {
  const tabs = async () =>
    (
      (await world.http.call('getAllCurrencyList')).data as {
        list: { id: number; currency_name: string; child: { id: number; currency_name: string }[] }[];
      }
    ).list;
  const usdt = (await tabs()).find((tab) => tab.currency_name === 'USDT');
  const made = await world.create('currencies', { currency_name: 'Old money', fid: usdt?.id });
  expect(made).toMatchObject({ status: 201, body: { currency_name: 'Old money', fid: usdt?.id, enabled: 1 } });
  const eid = made.body['id'];
  expect((await tabs()).find((tab) => tab.id === usdt?.id)?.child.at(-1)).toEqual({
    id: eid,
    currency_name: 'Old money',
  });
  await world.change('markets', await world.idOf('markets', 'btcusdt'), { eid });
  const { list } = (await world.http.call('getAllMarketList', { fid: usdt?.id, eid })).data as {
    list: { symbol: string }[];
  };
  expect(list.map((each) => each.symbol)).toEqual(['btcusdt']);
  expect(refusal(await world.change('currencies', eid, { fid: 0 }))).toBe('409 in_use fid');
  expect(refusal(await world.create('currencies', { currency_name: 'Deeper', fid: eid }))).toBe('422 bad_value fid');
  expect(refusal(await world.create('currencies', { currency_name: 'Nowhere', fid: 99_999 }))).toBe(
    '422 bad_value fid',
  );
  expect(refusal(await world.create('currencies', { currency_name: 'Old money', fid: usdt?.id }))).toBe(
    '409 already_exists',
  );
  expect(refusal(await world.create('currencies', { currency_name: '' }))).toBe('422 bad_text currency_name');
  expect((await world.change('currencies', eid, { currency_name: 'Gold' })).body).toMatchObject({
    currency_name: 'Gold',
  });
  expect(await world.logged('currencies', eid)).toMatchObject([
    { action: 'create' },
    { before: { currency_name: 'Old money' }, after: { currency_name: 'Gold' } },
  ]);
  await world.change('currencies', eid, { enabled: 0 });
  expect((await tabs()).flatMap((tab) => tab.child.map((child) => child.id))).not.toContain(eid);
});

test('a tab’s name given by an owner survives a restart', async () => {
  const id = await world.idOf('currencies', 'Payments');
  await world.change('currencies', id, { currency_name: 'Paying' });
  const before = (await world.list('currencies')).total;
  await seedMarkets(world.db);
  expect((await world.list('currencies')).total).toBe(before);
});
