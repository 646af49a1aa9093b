import type { OrderInput } from '@plimsoll/contract';
import { amount, price } from '@plimsoll/money';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTradingWorld, type TradingWorld } from '../../testing/trading-world.ts';

// A book whose middle is further than a thousandth from the mark of several sources is one venue's: it is not dealt at
// (RULES 3).

let world: TradingWorld;
beforeAll(async () => {
  world = await openTradingWorld();
});
afterEach(() => world.audit());
afterAll(() => world.close());

const MARKET_BUY: OrderInput = { m_id: '1', side: 'buy', mode: 'market', amount: amount('10') };
const TWO = ['sim-1', 'sim-2'];

async function quote(mark: string, sources: readonly string[]): Promise<void> {
  world.clock.advance(10_000);
  world.market.setMark('btcusdt', mark, { sources });
  world.market.setTick('btcusdt', '100');
  world.market.setBook('btcusdt', { asks: [['100.01', '1']], bids: [['99.99', '1']] });
  await world.service.sweeper.settled();
}

test.each([
  ['99.91', TWO, 'placed'],
  ['100.1', TWO, 'placed'],
  ['99.89', TWO, 'stale_market'],
  ['100.11', TWO, 'stale_market'],
  ['101', ['sim-1'], 'placed'],
])('with a mark of %s by %j a market order at a middle of 100 is %s', async (mark, sources, expected) => {
  const member = await world.member({ USDT: '1000' });
  await quote(mark, sources);
  const placed = await world.service.place(member, MARKET_BUY);
  expect(placed.ok ? 'placed' : placed.refusal.reason).toBe(expected);
});

test('a resting order is not filled by a book away from the mark, and is once the book returns', async () => {
  const member = await world.member({ USDT: '1000' });
  await quote('101', TWO);
  expect(
    await world.service.place(member, {
      m_id: '1',
      side: 'buy',
      mode: 'limit',
      price: price('100.01'),
      num: amount('0.01'),
    }),
  ).toMatchObject({ ok: true, value: { status: 1 } });
  await quote('101', TWO);
  expect(await world.balances(member)).toEqual({ USDT: '998.99990000', 'USDT frozen': '1.00010000' });
  await quote('100', TWO);
  expect((await world.balances(member)).BTC).toBe('0.00999000');
});

const limitBuy: OrderInput = { m_id: '1', side: 'buy', mode: 'limit', price: price('100.01'), num: amount('0.01') };

test('a book that a mark brings back serves resting orders, before new ones meet it', async () => {
  const lea = await world.member({ USDT: '1000' });
  await quote('101', TWO);
  expect(await world.service.place(lea, limitBuy)).toMatchObject({ ok: true, value: { status: 1 } });
  await quote('101', TWO);
  world.market.setMark('btcusdt', '100', { sources: TWO });
  await world.service.sweeper.settled();
  expect((await world.balances(lea)).BTC).toBe('0.00999000');
});

test('so does a book that a trade makes fresh again', async () => {
  const lea = await world.member({ USDT: '1000' });
  world.clock.advance(10_000);
  expect(await world.service.place(lea, limitBuy)).toMatchObject({ ok: true, value: { status: 1 } });
  world.market.setBook('btcusdt', { asks: [['100.01', '1']], bids: [['99.99', '1']] });
  await world.service.sweeper.settled();
  world.market.setMark('btcusdt', '100', { sources: TWO });
  world.market.setTick('btcusdt', '100');
  await world.service.sweeper.settled();
  expect((await world.balances(lea)).BTC).toBe('0.00999000');
});

test('an open book that may not be dealt at for a moment is met by what came to rest meanwhile', async () => {
  const lea = await world.member({ USDT: '1000' });
  await quote('100', TWO);
  world.market.setMark('btcusdt', '101', { sources: TWO });
  expect(await world.service.place(lea, limitBuy)).toMatchObject({ ok: true, value: { status: 1 } });
  world.market.setMark('btcusdt', '100', { sources: TWO });
  await world.service.sweeper.settled();
  expect((await world.balances(lea)).BTC).toBe('0.00999000');
});

test('a book that a mark brings back does not take the place of a newer one', async () => {
  const lea = await world.member({ USDT: '1000' });
  await quote('101', TWO);
  world.market.setBook('btcusdt', { asks: [['100.03', '1']], bids: [['100.01', '1']] });
  // While the newer one has its turn.
  world.market.setMark('btcusdt', '100', { sources: TWO });
  await world.service.sweeper.settled();
  expect(await world.service.place(lea, { ...limitBuy, price: price('100.02') })).toMatchObject({
    ok: true,
    value: { status: 1 },
  });
});
