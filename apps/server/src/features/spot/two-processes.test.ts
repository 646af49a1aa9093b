import type { OrderInput } from '@plimsoll/contract';
import { amount, price, sum } from '@plimsoll/money';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '../../platform/db.ts';
import { openSpotProcess } from '../../testing/spot-process.ts';
import { openTradingWorld, type TradingWorld } from '../../testing/trading-world.ts';
import { waitersOf } from '../../testing/waiters.ts';

let world: TradingWorld;
// Depth and a clock that was set back would last.
beforeEach(async () => {
  world = await openTradingWorld();
});
afterEach(() => world.close());

const BTC = '1';
type Side = readonly (readonly [string, string])[];
const ASKS: Side = [
  ['100', '1'],
  ['101', '1'],
  ['102', '2'],
];
const BIDS: Side = [
  ['99', '1'],
  ['98', '3'],
];
async function quote(): Promise<void> {
  world.market.setTick('btcusdt', '100');
  world.market.setBook('btcusdt', { asks: ASKS, bids: BIDS });
  await world.service.sweeper.settled();
}
const marketBuy = (budget: string): OrderInput => ({ m_id: BTC, side: 'buy', mode: 'market', amount: amount(budget) });
const limitBuy = (at: string, num: string): OrderInput => ({
  m_id: BTC,
  side: 'buy',
  mode: 'limit',
  price: price(at),
  num: amount(num),
});
const fills = sql<{ quantity: string }>('test.fills', 'select quantity from spot_fill');
const newestFills = sql<{ book_seq: string }>(
  'test.newestFills',
  'select book_seq from spot_fill order by order_id desc limit 3',
);

const lockBooks = sql<never>('test.lockBooks', 'select from spot_book for update');

/** Another process on the same database, which receives prices separately. */
const another = () => openSpotProcess(world, { priceBand: '0.5' });

test('two processes share one depth, and the one that lags deals at the later book of the other', async () => {
  const other = await another();
  const receives = async () => {
    other.market.setTick('btcusdt', '100');
    other.market.setBook('btcusdt', { asks: ASKS, bids: BIDS });
    await other.service.sweeper.settled();
  };
  const buyer = await world.member({ USDT: '1000000' });
  await quote();
  await receives();
  // Concurrent: the four shown are sold once.
  await Promise.all(
    Array.from({ length: 8 }, (_, n) => (n % 2 === 0 ? world.service : other.service).place(buyer, marketBuy('100'))),
  );
  expect(sum((await world.db.run(fills)).map(({ quantity }) => amount(quantity)))).toBeLessThanOrEqual(amount('4'));
  world.clock.advance(30_000);
  await receives();
  await quote();
  await world.service.place(buyer, marketBuy('100'));
  expect(await other.service.place(buyer, marketBuy('10'))).toMatchObject({ ok: true });
  world.clock.advance(1000);
  await quote();
  await world.service.place(buyer, marketBuy('10'));
  expect(await other.service.place(buyer, marketBuy('10'))).toMatchObject({ ok: true });
  expect(await other.service.place(buyer, limitBuy('103', '0.1'))).toMatchObject({ ok: true, value: { status: 2 } });
  const [first, ...rest] = (await world.db.run(newestFills)).map(({ book_seq }) => book_seq);
  expect(rest).toEqual([first, first]);
  await receives();
  expect(await other.service.place(buyer, marketBuy('10'))).toMatchObject({ ok: true });
  await other.close();
  await world.audit();
});

test('a snapshot that grew old while its lock was another process’s is not dealt at', async () => {
  const buyer = await world.member({ USDT: '1000000' });
  await quote();
  expect(await world.service.place(buyer, marketBuy('10'))).toMatchObject({ ok: true });
  const placed = await world.db.transaction(async (tx) => {
    await tx.run(lockBooks);
    const waiters = await waitersOf(tx, world.db);
    const placing = world.service.place(buyer, marketBuy('10'));
    await expect.poll(waiters).toBe(1);
    world.clock.advance(1501);
    return { placing };
  });
  expect(await placed.placing).toMatchObject({ ok: false, refusal: { reason: 'stale_market' } });
  await world.audit();
});

test('a process whose clock was set back leaves no numbers that stop the next one', async () => {
  const buyer = await world.member({ USDT: '1000000' });
  // Snapshots are numbered by their moment, and never lower than before: these continue from tomorrow's.
  world.market.setTick('btcusdt', '100');
  world.market.setBook('btcusdt', { asks: ASKS, bids: BIDS, seq: 1_000_000 });
  await world.service.sweeper.settled();
  expect(await world.service.place(buyer, marketBuy('10'))).toMatchObject({ ok: true });
  world.clock.advance(500);
  const next = await another();
  next.market.setTick('btcusdt', '100');
  next.market.setBook('btcusdt', { asks: ASKS, bids: BIDS, seq: 900_000 });
  await next.service.sweeper.settled();
  expect(await next.service.place(buyer, marketBuy('10'))).toMatchObject({ ok: true });
  await next.close();
  await world.audit();
});

test('of orders at once in two processes, as many rest as the member may have open', async () => {
  const limited = await openTradingWorld({ maxOpenOrders: 5 });
  const other = await openSpotProcess(limited, { maxOpenOrders: 5 });
  for (const { market, service } of [limited, other]) {
    market.setTick('btcusdt', '100');
    market.setBook('btcusdt', { asks: ASKS, bids: BIDS });
    await service.sweeper.settled();
  }
  const buyer = await limited.member({ USDT: '1000000' });
  const results = await Promise.all(
    Array.from({ length: 64 }, (_, n) => (n % 2 === 0 ? limited : other).service.place(buyer, limitBuy('50', '1'))),
  );
  expect(results.filter(({ ok }) => ok)).toHaveLength(5);
  expect(results.find(({ ok }) => !ok)).toMatchObject({
    refusal: { reason: 'too_many_open_orders', params: { maximum: '5' } },
  });
  await other.close();
  await limited.audit();
  await limited.close();
});
