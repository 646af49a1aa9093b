import type { OrderInput } from '@plimsoll/contract';
import { amount, price } from '@plimsoll/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCatalogue } from '../../market/catalogue.ts';
import { atConsole, refusal, type Console } from '../../testing/catalogue-world.ts';
import { operatorHttp } from '../../testing/operator-http.ts';
import { openTradingWorld, type TradingWorld } from '../../testing/trading-world.ts';
import { Proposals } from '../proposals/index.ts';
import { catalogueOperatorRoutes } from './index.ts';

// An open order keeps the terms it was placed under, whatever owners change.

const BTCUSDT = '1';
let world: TradingWorld;
let owner: Console;

beforeAll(async () => {
  world = await openTradingWorld();
  const { db, clock, market } = world;
  // Prices set by hand, on the catalogue of the database.
  const refreshCatalogue = async () => {
    const { markets } = await readCatalogue(db);
    for (const symbol of ['btcusdt', 'ethusdt', 'ethbtc']) {
      market.change(symbol, markets.find((each) => each.symbol === symbol) ?? { enabled: false });
    }
  };
  const log = {
    error(details: object, message: string) {
      throw new Error(message, { cause: details });
    },
  };
  const proposals = new Proposals({ db, clock, log });
  const http = operatorHttp({
    db,
    clock,
    proposals,
    routes: [],
    operatorRoutes: catalogueOperatorRoutes({ db, clock, log, proposals, market: { data: market, refreshCatalogue } }),
  });
  owner = await atConsole(http, db);
});
afterAll(async () => {
  await owner.http.app.close();
  await world.audit();
  await world.close();
});

const buy = (at: string, num: string): OrderInput => ({
  m_id: BTCUSDT,
  side: 'buy',
  mode: 'limit',
  price: price(at),
  num: amount(num),
});
async function quote(ask: string): Promise<void> {
  world.market.setTick('btcusdt', ask);
  world.market.setBook('btcusdt', { asks: [[ask, '10']], bids: [['1', '1']] });
  await world.service.sweeper.settled();
}

test('an open order is filled at the fee and quantity it was placed with; a new one meets the current ones', async () => {
  await owner.change('markets', BTCUSDT, { min: '0.0001', step: '0.0001', price_step: '0.01', spot_fee: '0.001' });
  await quote('100');
  const memberId = await world.member({ USDT: '10000' });
  expect(await world.service.place(memberId, buy('90', '0.0005'))).toMatchObject({ ok: true, value: { status: 1 } });
  expect(
    await owner.change('markets', BTCUSDT, { min: '0.5', step: '0.25', price_step: '0.5', spot_fee: '0.25' }),
  ).toMatchObject({ status: 200 });
  expect(await world.service.place(memberId, buy('90', '0.0005'))).toMatchObject({
    ok: false,
    refusal: { reason: 'amount_below_minimum' },
  });
  expect(await world.service.place(memberId, buy('90', '0.6'))).toMatchObject({
    ok: false,
    refusal: { reason: 'amount_off_step' },
  });
  expect(await world.service.place(memberId, buy('90.01', '0.5'))).toMatchObject({
    ok: false,
    refusal: { reason: 'price_off_step' },
  });
  await quote('90');
  // A tenth of a percent, as before.
  expect(await world.balances(memberId)).toEqual({ USDT: '9999.95500000', BTC: '0.00049950' });
  expect(await world.service.place(memberId, buy('90', '0.5'))).toMatchObject({ ok: true, value: { status: 2 } });
  expect(await world.balances(memberId)).toEqual({ USDT: '9954.95500000', BTC: '0.37549950' });
});

test('a disabled market refuses new orders, and an open one on it can be cancelled', async () => {
  await owner.change('markets', BTCUSDT, { min: '0.5', step: '0.25' });
  await quote('100');
  const memberId = await world.member({ USDT: '100' });
  const placed = await world.service.place(memberId, buy('90', '0.5'));
  if (!placed.ok) throw new Error(placed.refusal.reason);
  await owner.change('markets', BTCUSDT, { enabled: 0 });
  expect(await world.service.place(memberId, buy('90', '0.5'))).toEqual({
    ok: false,
    refusal: { reason: 'not_found' },
  });
  expect(await world.balances(memberId)).toEqual({ USDT: '55.00000000', 'USDT frozen': '45.00000000' });
  expect(await world.service.cancel(memberId, String(placed.value.id))).toMatchObject({ ok: true });
  expect(await world.balances(memberId)).toEqual({ USDT: '100.00000000' });
  expect(refusal(await owner.change('markets', BTCUSDT, { quote: 'ETH' }))).toBe('409 in_use base');
  await owner.change('markets', BTCUSDT, { enabled: 1 });
  expect(await world.service.place(memberId, buy('90', '0.5'))).toMatchObject({ ok: true });
});
