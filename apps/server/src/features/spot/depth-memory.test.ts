import { refuse, type OrderInput } from '@plimsoll/contract';
import { amount, format, price, sum } from '@plimsoll/money';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDb, sql } from '../../platform/db.ts';
import { behindTriggers } from '../../testing/behind-triggers.ts';
import { openTradingWorld, type TradingWorld } from '../../testing/trading-world.ts';

let world: TradingWorld;
let ordersBefore: string;
beforeEach(async () => {
  world = await openTradingWorld();
  ordersBefore = (await world.db.run(lastOrder))[0]?.id ?? '0';
});
afterEach(async () => {
  try {
    await world.audit();
  } finally {
    await world.close();
  }
});

const lastOrder = sql<{ id: string }>('test.lastOrder', 'select id from spot_order order by id desc limit 1');

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
async function quote(asks: Side = ASKS, bids: Side = BIDS): Promise<void> {
  world.market.setTick('btcusdt', '100');
  world.market.setBook('btcusdt', { asks, bids });
  await world.service.sweeper.settled();
}
const marketBuy = (budget: string): OrderInput => ({ m_id: BTC, side: 'buy', mode: 'market', amount: amount(budget) });
const marketSell = (num: string): OrderInput => ({ m_id: BTC, side: 'sell', mode: 'market', num: amount(num) });
const limitBuy = (at: string, num: string): OrderInput => ({
  m_id: BTC,
  side: 'buy',
  mode: 'limit',
  price: price(at),
  num: amount(num),
});

const fills = sql<{ quantity: string }>(
  'test.fills',
  'select f.quantity from spot_fill f join spot_order o on o.id = f.order_id where o.side = $1 and o.id > $2',
);
const takenFrom = async (side: 1 | 2): Promise<string> =>
  format(sum((await world.db.run(fills, [side, ordersBefore])).map(({ quantity }) => amount(quantity))));

test('a book that repeats the same sizes gives them once, and then what recovers', async () => {
  const buyer = await world.member({ USDT: '1000000' });
  for (let round = 0; round < 17; round += 1) {
    await quote();
    await world.service.place(buyer, marketBuy('1000'));
    world.clock.advance(600);
  }
  // It showed 4; a fifth recovers in ten seconds.
  const got = amount(await takenFrom(1));
  expect(got).toBeGreaterThanOrEqual(amount('4.8'));
  expect(got).toBeLessThan(amount('5'));
});

test('after one recovery time half of it may be taken again, at the levels further away', async () => {
  const buyer = await world.member({ USDT: '1000000' });
  await quote();
  expect(await world.service.place(buyer, marketBuy('405'))).toMatchObject({ ok: true });
  world.clock.advance(30_000);
  await quote();
  // Half of four is gone, the two best levels: two at 102 are left.
  await world.service.place(buyer, marketBuy('1000'));
  expect(await takenFrom(1)).toBe('6.00000000');
  const at = await world.db.run<{ price: string }>({
    name: 'test.last',
    text: 'select price from spot_fill order by order_id desc, n desc limit 1',
  });
  expect(at).toEqual([{ price: '102.00000000' }]);
});

test('each side has its own memory', async () => {
  const [buyer, seller] = [await world.member({ USDT: '1000000' }), await world.member({ BTC: '100' })];
  await quote();
  await world.service.place(buyer, marketBuy('10000'));
  await quote();
  expect(await world.service.place(buyer, marketBuy('10000'))).toEqual(refuse('no_liquidity'));
  await world.service.place(seller, marketSell('50'));
  expect(await takenFrom(2)).toBe('4.00000000');
  await quote();
  expect(await world.service.place(seller, marketSell('50'))).toEqual(refuse('no_liquidity'));
});

test('resting orders are filled from the remaining depth too', async () => {
  const [buyer, waits] = [await world.member({ USDT: '1000000' }), await world.member({ USDT: '1000000' })];
  await quote([['105', '1']], BIDS);
  await world.service.place(waits, limitBuy('101', '3'));
  await quote([['106', '3']], BIDS);
  await world.service.place(buyer, marketBuy('1000'));
  await quote();
  // Three were taken at another price; one of the four shown is left, beyond the limit.
  expect(await takenFrom(1)).toBe('3.00000000');
  world.clock.advance(30_000);
  await quote();
  expect(await takenFrom(1)).toBe('3.50000000');
});

test.each([
  [
    'a memory that forgets',
    `update spot_book set asks_taken = asks_taken - 1, asks_off = asks_off - 1 where is_newest and asks_off > 1`,
  ],
  ['recovery that is too fast', `update spot_book set recovery_ms = 1000 where is_newest and asks_off > 1`],
])('the audit finds %s', async (_what, spoil) => {
  const buyer = await world.member({ USDT: '1000000' });
  await quote();
  await world.service.place(buyer, marketBuy('405'));
  world.clock.advance(10_000);
  await quote();
  await world.service.place(buyer, marketBuy('10'));
  const owner = openDb(world.url, { connections: 1, role: null });
  const kept = await owner.run<{ row: string }>({
    name: 'keep',
    text: 'select spot_book::text as row from spot_book where is_newest and asks_off > 1',
  });
  expect(kept).toHaveLength(1);
  await behindTriggers(owner, 'spot_book', { name: 'spoil', text: spoil });
  await expect(world.audit()).rejects.toThrow('snapshot');
  await behindTriggers(owner, 'spot_book', { name: 'drop', text: 'delete from spot_book where is_newest' });
  await behindTriggers(
    owner,
    'spot_book',
    { name: 'restore', text: 'insert into spot_book select (row::spot_book).* from unnest($1::text[]) as r (row)' },
    [kept.map(({ row }) => row)],
  );
  await owner.close();
});
