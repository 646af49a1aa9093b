import { refuse, type OrderInput } from '@plimsoll/contract';
import { amount, price } from '@plimsoll/money';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sql } from '../../platform/db.ts';
import { inOneBatch } from '../../testing/one-batch.ts';
import { openTradingWorld, type TradingWorld } from '../../testing/trading-world.ts';
import { failingLog } from '../../testing/world-parts.ts';

// What the dealer cannot pay stays open (RULES 3).

let world: TradingWorld;
beforeEach(async () => {
  world = await openTradingWorld({ house: '1200' });
});
afterEach(async () => {
  await world.audit();
  await world.close();
});

const BTC_USDT = '1';
const ETH_USDT = '2';
const sell = (market: string, at: string, num: string): OrderInput => ({
  m_id: market,
  side: 'sell',
  mode: 'limit',
  price: price(at),
  num: amount(num),
});
const statuses = sql<{ num: string; status: number }>(
  'test.statuses',
  'select quantity::float8::text as num, status from spot_order order by id',
);

test('two markets that pay one coin in one turn share what the dealer has of it', async () => {
  const seller = await world.member({ BTC: '100', ETH: '100' });
  for (const symbol of ['btcusdt', 'ethusdt']) world.market.setTick(symbol, '100');
  for (const market of [BTC_USDT, ETH_USDT])
    for (const num of ['6', '3'])
      expect(await world.service.place(seller, sell(market, '100', num))).toMatchObject({ ok: true });
  // The first begins a turn; the others share the next.
  world.market.setBook('btcusdt', { asks: [['200', '1']], bids: [['50', '1']] });
  world.market.setBook('btcusdt', { asks: [['200', '1']], bids: [['100', '50']] });
  world.market.setBook('ethusdt', { asks: [['200', '1']], bids: [['100', '50']] });
  await world.service.sweeper.settled();
  const orders = await world.db.run(statuses);
  expect(
    orders
      .filter(({ status }) => status === 2)
      .map(({ num }) => num)
      .toSorted(),
  ).toEqual(['3', '3', '6']);
});

test('a moved order that the dealer cannot pay takes no level from one moved at the same moment', async () => {
  const [lea, tom] = [await world.member({ USDT: '1000000' }), await world.member({ USDT: '1000' })];
  const book = {
    asks: [
      ['100', '2000'],
      ['110', '5'],
    ],
    bids: [['40', '1']],
  } satisfies Parameters<TradingWorld['market']['setBook']>[1];
  world.market.setTick('btcusdt', '100');
  world.market.setBook('btcusdt', book);
  await world.service.sweeper.settled();
  const buy = (num: string): OrderInput => ({
    m_id: BTC_USDT,
    side: 'buy',
    mode: 'limit',
    price: price('50'),
    num: amount(num),
  });
  const ids = [await world.service.place(lea, buy('2000')), await world.service.place(tom, buy('1'))].map((placed) =>
    placed.ok ? String(placed.value.id) : '',
  );
  inOneBatch(world.writer, 2);
  const moved = await Promise.all(
    [lea, tom].map((member, at) => world.service.move(member, { bb_id: ids[at] ?? '', price: price('110') })),
  );
  expect(moved).toMatchObject([
    { ok: false, refusal: { reason: 'house_limit' } },
    { ok: true, value: { status: 2 } },
  ]);
  expect(await world.balances(tom)).toMatchObject({ USDT: '900.00000000' });
});

test('a snapshot whose turn was refused is not opened: no new order passes the resting ones', async () => {
  const seller = await world.member({ BTC: '100' });
  world.market.setTick('btcusdt', '100');
  await world.service.place(seller, sell(BTC_USDT, '100', '1'));
  const logged = vi.spyOn(failingLog, 'error').mockImplementation((() => {}) as () => never);
  vi.spyOn(world.writer, 'submit').mockResolvedValueOnce(refuse('house_limit'));
  const bids: [string, string][] = [['100', '1']];
  world.market.setBook('btcusdt', { asks: [['200', '1']], bids });
  await world.service.sweeper.settled();
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();
  const late = await world.service.place(seller, { m_id: BTC_USDT, side: 'sell', mode: 'market', num: amount('1') });
  expect(late).toEqual(refuse('stale_market'));
  world.market.setBook('btcusdt', { asks: [['200', '1']], bids });
  await world.service.sweeper.settled();
  expect(await world.db.run(statuses)).toEqual([{ num: '1', status: 2 }]);
});
