import type { OrderInput, Result } from '@plimsoll/contract';
import { refuse } from '@plimsoll/contract';
import { amount, price } from '@plimsoll/money';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTradingWorld, type TradingWorld } from '../../testing/trading-world.ts';
import { listOrders } from './list-orders.ts';

let world: TradingWorld;
beforeAll(async () => {
  world = await openTradingWorld();
});
afterEach(() => world.audit());
afterAll(() => world.close());

const ETH_BTC = '3';
const limit = (side: 'buy' | 'sell', at: string, num: string): OrderInput => ({
  m_id: ETH_BTC,
  side,
  mode: 'limit',
  price: price(at),
  num: amount(num),
});
type Side = readonly (readonly [string, string])[];
async function quote(asks: Side, bids: Side): Promise<void> {
  // Long enough for all that was taken before to have come back.
  world.clock.advance(900_000);
  world.market.setTick('btcusdt', '100');
  world.market.setTick('ethbtc', asks[0]?.[0] ?? bids[0]?.[0] ?? '1');
  world.market.setBook('ethbtc', { asks, bids });
  await world.service.sweeper.settled();
}
async function placed(
  result: Promise<Result<{ id: number; status: number }>>,
): Promise<{ id: string; status: number }> {
  const answer = await result;
  if (!answer.ok) throw new Error(answer.refusal.reason);
  return { id: String(answer.value.id), status: answer.value.status };
}
const ALL = { type: undefined, status: undefined, m_id: undefined, page: 1, limit: 50 } as const;
const lastOrder = async (memberId: string) => (await listOrders(world.db, memberId, 'en', ALL))[0];

test('an order whose rest is dust ends completed with its hold given back, and who waits behind it is filled', async () => {
  await quote([['0.05', '1']], [['0.02', '1']]);
  const [first, second] = [await world.member({ BTC: '1' }), await world.member({ BTC: '1' })];
  await placed(world.service.place(first, limit('buy', '0.03', '1')));
  await placed(world.service.place(second, limit('buy', '0.03', '2')));
  // One ten-millionth of an ether is left: 0.000000003 bitcoin, which nobody can pay.
  await quote([['0.03', '0.9999999']], [['0.02', '1']]);
  expect(await lastOrder(first)).toMatchObject({ status: 2, coinnum: '0.99999990', predict_num: '1.00000000' });
  expect(await world.balances(first)).toEqual({ BTC: '0.97000001', ETH: '0.99899991' });
  await quote([['0.029', '100']], [['0.02', '1']]);
  expect(await lastOrder(second)).toMatchObject({ status: 2, coinnum: '2.00000000' });
});

test('a sell whose rest is below the least quantity ends completed at once', async () => {
  await quote([['0.05', '1']], [['0.02', '0.9995']]);
  const member = await world.member({ ETH: '1' });
  expect((await placed(world.service.place(member, limit('sell', '0.02', '1')))).status).toBe(2);
  expect(await world.balances(member)).toEqual({ ETH: '0.00050000', BTC: '0.01997001' });
});

test('an order that would bring less than a unit at the price it meets ends without a fill, and the same book serves the next', async () => {
  await quote([['0.05', '1']], [['0.000001', '1']]);
  const [first, second] = [await world.member({ BTC: '1' }), await world.member({ BTC: '1' })];
  await placed(world.service.place(first, limit('buy', '0.00001', '0.001')));
  await placed(world.service.place(second, limit('buy', '0.00001', '2')));
  await quote([['0.000002', '100']], [['0.000001', '1']]);
  expect(await lastOrder(first)).toMatchObject({ status: 2, coinnum: '0.00000000' });
  expect(await world.balances(first)).toEqual({ BTC: '1.00000000' });
  expect(await lastOrder(second)).toMatchObject({ status: 2, coinnum: '2.00000000' });
});

test('levels too small to trade keep nobody from what stands behind them', async () => {
  await quote([['0.05', '1']], [['0.02', '1']]);
  const [first, second] = [await world.member({ BTC: '1' }), await world.member({ BTC: '1' })];
  await placed(world.service.place(first, limit('buy', '0.03', '1')));
  await placed(world.service.place(second, limit('buy', '0.03', '1')));
  await quote(
    [
      ['0.028', '0.0000001'],
      ['0.029', '1'],
      ['0.0295', '0.0000001'],
      ['0.03', '1'],
    ],
    [['0.02', '1']],
  );
  expect(await lastOrder(first)).toMatchObject({ status: 2, price: '0.02900000' });
  expect(await lastOrder(second)).toMatchObject({ status: 2, price: '0.03000000' });
});

test('an order worth less than a unit at its own price is refused', async () => {
  const member = await world.member({ BTC: '1' });
  expect(await world.service.place(member, limit('buy', '0.000001', '0.001'))).toEqual(
    refuse('amount_below_minimum', { minimum: '0.01', coin: 'ETH' }),
  );
  expect((await placed(world.service.place(member, limit('buy', '0.000001', '0.01')))).status).toBe(1);
});
