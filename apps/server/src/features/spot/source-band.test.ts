import type { OrderInput } from '@plimsoll/contract';
import { amount, price } from '@plimsoll/money';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTradingWorld, type TradingWorld } from '../../testing/trading-world.ts';

// A book whose middle is further than a thousandth from the mark of several sources is one venue's alone: nobody is
// dealt with at it (RULES 3).

let world: TradingWorld;
beforeAll(async () => {
  world = await openTradingWorld();
});
afterEach(() => world.audit());
afterAll(() => world.close());

const MARKET_BUY: OrderInput = { m_id: '1', side: 'buy', mode: 'market', amount: amount('10') };
const TWO = ['sim-1', 'sim-2'];

/** The middle of the book is 100. */
async function quote(mark: string, sources: readonly string[]): Promise<void> {
  world.clock.advance(10_000);
  world.market.setMark('btcusdt', mark, { sources });
  world.market.setTick('btcusdt', '100');
  world.market.setBook('btcusdt', { asks: [['100.01', '1']], bids: [['99.99', '1']] });
  await world.service.sweeper.settled();
}

test.each([
  ['99.91', TWO, 'taken'],
  ['100.1', TWO, 'taken'],
  ['99.89', TWO, 'stale_market'],
  ['100.11', TWO, 'stale_market'],
  ['101', ['sim-1'], 'taken'],
])('with a mark of %s by %j a market order at a middle of 100 is %s', async (mark, sources, said) => {
  const member = await world.member({ USDT: '1000' });
  await quote(mark, sources);
  const placed = await world.service.place(member, MARKET_BUY);
  expect(placed.ok ? 'taken' : placed.refusal.reason).toBe(said);
});

test('who rests is not filled by a book away from the mark, and is once it is back', async () => {
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
