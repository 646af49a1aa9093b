import { refuse, type OrderInput } from '@plimsoll/contract';
import { amount, price } from '@plimsoll/money';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTradingWorld, type TradingWorld } from '../../testing/trading-world.ts';

let world: TradingWorld;
beforeAll(async () => {
  world = await openTradingWorld({ priceBand: '0.5' });
});
afterEach(() => world.audit());
afterAll(() => world.close());

const limit = (side: 'buy' | 'sell', at: string): OrderInput => ({
  m_id: '1',
  side,
  mode: 'limit',
  price: price(at),
  num: amount('0.01'),
});
async function quote(): Promise<void> {
  world.market.setTick('btcusdt', '100');
  world.market.setBook('btcusdt', { asks: [['100', '1']], bids: [['99', '1']] });
  await world.service.sweeper.settled();
}

test('a limit further through the book than the band is refused, and nothing is held', async () => {
  const member = await world.member({ USDT: '1000', BTC: '1' });
  await quote();
  expect(await world.service.place(member, limit('buy', '1000'))).toEqual(
    refuse('price_band', { price: '1000', percent: '50' }),
  );
  expect(await world.service.place(member, limit('buy', '150.01'))).toEqual(
    refuse('price_band', { price: '150.01', percent: '50' }),
  );
  expect(await world.service.place(member, limit('sell', '49.49'))).toEqual(
    refuse('price_band', { price: '49.49', percent: '50' }),
  );
  expect(await world.balances(member)).toEqual({ USDT: '1000.00000000', BTC: '1.00000000' });
});

test('a limit within the band is placed, and one away from the book may be anywhere', async () => {
  const member = await world.member({ USDT: '1000', BTC: '1' });
  await quote();
  expect(await world.service.place(member, limit('buy', '150'))).toMatchObject({ ok: true, value: { status: 2 } });
  expect(await world.service.place(member, limit('sell', '49.5'))).toMatchObject({ ok: true, value: { status: 2 } });
  expect(await world.service.place(member, limit('buy', '1'))).toMatchObject({ ok: true, value: { status: 1 } });
  expect(await world.service.place(member, limit('sell', '5000'))).toMatchObject({ ok: true, value: { status: 1 } });
});
