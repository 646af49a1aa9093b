import { amount, price, type Amount } from '@plimsoll/money';
import { refuse, type OrderInput, type Result } from '@plimsoll/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { move, plainPosting } from '../../ledger/index.ts';
import { inOneBatch } from '../../testing/one-batch.ts';
import { openTradingWorld, type TradingWorld } from '../../testing/trading-world.ts';
import { listOrders } from './list-orders.ts';

let world: TradingWorld;
beforeAll(async () => {
  world = await openTradingWorld();
});
afterEach(async () => {
  // A resting order would take part in the next test's book.
  const open = await world.db.run<{ id: string; member_id: string }>({
    name: 'test.open',
    text: 'select id, member_id from spot_order where status = 1',
  });
  await Promise.all(open.map((order) => world.service.cancel(order.member_id, order.id)));
  await world.audit();
});
afterAll(() => world.close());

const BTC = '1';
const limit = (side: 'buy' | 'sell', at: string, num: string): OrderInput => ({
  m_id: BTC,
  side,
  mode: 'limit',
  price: price(at),
  num: amount(num),
});
const marketBuy = (budget: string): OrderInput => ({ m_id: BTC, side: 'buy', mode: 'market', amount: amount(budget) });
const marketSell = (num: string): OrderInput => ({ m_id: BTC, side: 'sell', mode: 'market', num: amount(num) });

type Side = readonly (readonly [string, string])[];
/** A new snapshot, served to all resting orders. */
async function quote(asks: Side, bids: Side, symbol = 'btcusdt'): Promise<void> {
  // Long enough for full recovery.
  world.clock.advance(900_000);
  world.market.setTick(symbol, asks[0]?.[0] ?? bids[0]?.[0] ?? '100');
  world.market.setBook(symbol, { asks, bids });
  await world.service.sweeper.settled();
}
const place = (memberId: string, input: OrderInput) => world.service.place(memberId, input);
async function placed(
  result: Promise<Result<{ id: number; status: number }>>,
): Promise<{ id: string; status: number }> {
  const answer = await result;
  if (!answer.ok) throw new Error(answer.refusal.reason);
  return { id: String(answer.value.id), status: answer.value.status };
}
const ALL = { type: undefined, status: undefined, m_id: undefined, page: 1, limit: 50 } as const;
const ordersOf = (memberId: string) => listOrders(world.db, memberId, 'en', ALL);

test('a limit buy below the book rests and holds price times quantity', async () => {
  await quote([['100', '1']], [['99', '1']]);
  const member = await world.member({ USDT: '1000' });
  expect(await placed(place(member, limit('buy', '98.5', '2')))).toMatchObject({ status: 1 });
  expect(await world.balances(member)).toEqual({ USDT: '803.00000000', 'USDT frozen': '197.00000000' });
});

test('a crossing limit buy is filled at the better prices, and the improvement is released', async () => {
  await quote(
    [
      ['100', '1'],
      ['101', '1'],
      ['103', '5'],
    ],
    [['99', '1']],
  );
  const member = await world.member({ USDT: '1000' });
  const order = await placed(place(member, limit('buy', '102', '3')));
  expect(order.status).toBe(1);
  // Paid 100 + 101; one BTC is left at 102; the fee is a tenth of a percent of what was received.
  expect(await world.balances(member)).toEqual({
    USDT: '697.00000000',
    'USDT frozen': '102.00000000',
    BTC: '1.99800000',
  });
  const [listed] = await ordersOf(member);
  expect(listed).toMatchObject({
    type: 1,
    status: 1,
    xjprice: '102.00000000',
    price: '100.50000000',
    predict_num: '3.00000000',
    coinnum: '2.00000000',
    total: '201.00000000',
    fee: '0.00200000',
    fee_coin: 'BTC',
    type_text: 'Buy',
    ordertype_text: 'Limit',
  });
});

test('a sell receives the bids from the best down and pays its fee in what it receives', async () => {
  await quote(
    [['100', '1']],
    [
      ['99', '1'],
      ['98', '1'],
      ['90', '1'],
    ],
  );
  const member = await world.member({ BTC: '3' });
  expect((await placed(place(member, limit('sell', '95', '2.5')))).status).toBe(1);
  expect(await world.balances(member)).toEqual({ BTC: '0.50000000', 'BTC frozen': '0.50000000', USDT: '196.80300000' });
});

test('a market buy spends at most its amount, in whole steps, and the rest is released', async () => {
  await quote(
    [
      ['100', '1'],
      ['300', '10'],
    ],
    [['99', '1']],
  );
  const member = await world.member({ USDT: '500' });
  expect((await placed(place(member, marketBuy('200.01')))).status).toBe(2);
  // 1 at 100, then 0.3333 at 300 (steps of 0.0001): 199.99 spent.
  expect(await world.balances(member)).toEqual({ USDT: '300.01000000', BTC: '1.33196670' });
});

test('a market order takes what the book has and ends completed', async () => {
  await quote([['100', '0.5']], [['99', '0.4']]);
  const member = await world.member({ USDT: '500', BTC: '2' });
  expect((await placed(place(member, marketBuy('500')))).status).toBe(2);
  expect((await placed(place(member, marketSell('2')))).status).toBe(2);
  expect(await world.balances(member)).toEqual({ USDT: '489.56040000', BTC: '2.09950000' });
});

test('a market order without depth is refused, and nothing is held', async () => {
  await quote([], [['99', '1']]);
  const member = await world.member({ USDT: '500' });
  expect(await place(member, marketBuy('100'))).toEqual(refuse('no_liquidity'));
  await quote([['100', '1']], []);
  await placed(place(member, marketBuy('100')));
  expect(await place(member, marketBuy('50'))).toEqual(refuse('no_liquidity'));
  expect(await world.balances(member)).toEqual({ USDT: '400.00000000', BTC: '0.99900000' });
});

test('a size finer than the coin’s places is rounded down, and resting orders are still filled', async () => {
  const coarse = await openTradingWorld({
    coins: [
      { id: '1', title: 'USDT', decimals: 8 },
      { id: '2', title: 'BTC', decimals: 4 },
      { id: '3', title: 'ETH', decimals: 8 },
    ],
  });
  const [rests, sells] = [await coarse.member({ USDT: '200' }), await coarse.member({ BTC: '1' })];
  coarse.market.setTick('btcusdt', '100');
  await placed(coarse.service.place(rests, limit('buy', '100', '1')));
  coarse.market.setBook('btcusdt', { asks: [['100', '0.50005']], bids: [['99', '0.30009999']] });
  await coarse.service.sweeper.settled();
  expect(await coarse.balances(rests)).toMatchObject({ BTC: '0.49950000', 'USDT frozen': '50.00000000' });
  await placed(coarse.service.place(sells, marketSell('1')));
  expect(await coarse.balances(sells)).toMatchObject({ BTC: '0.70000000' });
  await coarse.audit();
  await coarse.close();
});

test('a market order on an empty side of a fresh book is refused', async () => {
  const member = await world.member({ USDT: '500', BTC: '2' });
  await quote([['100', '1']], []);
  expect(await place(member, marketSell('1'))).toEqual(refuse('no_liquidity'));
  await quote([], [['99', '1']]);
  expect(await place(member, marketBuy('100'))).toEqual(refuse('no_liquidity'));
});

test('a book from before the clock was set back is not traded on, however new the last tick', async () => {
  const member = await world.member({ BTC: '2' });
  await quote([['100', '1']], [['99', '1']]);
  world.clock.set(world.clock.nowMs() - 86_400_000);
  world.market.setTick('btcusdt', '50');
  expect(await place(member, marketSell('1'))).toEqual(refuse('stale_market'));
  world.clock.set(world.clock.nowMs() + 86_400_000);
});

const USABLE = { mayUse: () => true };

test('of two snapshots with one number, after the clock was set back, neither is traded on', async () => {
  const [member, other] = [await world.member({ USDT: '500' }), await world.member({ USDT: '500' })];
  await quote([['100', '1']], [['99', '1']]);
  await placed(place(member, marketBuy('50')));
  const book = world.market.book(BTC);
  if (!book) throw new Error('no book');
  const another: typeof book = { ...book, asks: [{ price: price('200'), size: amount('1') }] };
  await world.db.transaction(async (tx) => {
    expect((await world.service.depth.lock(tx, [another], USABLE)).get(BTC)).toBeUndefined();
    expect((await world.service.depth.lock(tx, [book], USABLE)).get(BTC)?.asks).toEqual([
      { price: price('100'), size: amount('0.5') },
    ]);
  });
  expect((await placed(place(other, marketBuy('50')))).status).toBe(2);
});

test('one snapshot gives its sizes once to all members together', async () => {
  await quote(
    [
      ['100', '1'],
      ['101', '1'],
    ],
    [['99', '1']],
  );
  const members = await Promise.all(Array.from({ length: 8 }, () => world.member({ USDT: '1000' })));
  const results = await Promise.all(members.map((member) => placed(place(member, limit('buy', '101', '0.5')))));
  expect(results.map(({ status }) => status)).toEqual([2, 2, 2, 2, 1, 1, 1, 1]);
  const filled = (await Promise.all(members.map(ordersOf)))
    .flat()
    .reduce((total, each) => total + amount(each.coinnum), 0n);
  expect(filled).toBe(amount('2'));
});

test('resting orders are served by price, then by time, before newer orders', async () => {
  await quote([['200', '1']], [['50', '1']]);
  const newMember = () => world.member({ USDT: '1000' });
  const [early, late, better, newcomer] = await Promise.all([newMember(), newMember(), newMember(), newMember()]);
  await placed(place(early, limit('buy', '100', '1')));
  await placed(place(late, limit('buy', '100', '1')));
  await placed(place(better, limit('buy', '101', '1')));
  world.market.setTick('btcusdt', '99');
  world.market.setBook('btcusdt', { asks: [['99', '2.5']], bids: [['98', '1']] });
  const [coming] = await Promise.all([
    placed(place(newcomer, limit('buy', '110', '1'))),
    world.service.sweeper.settled(),
  ]);
  const filled = async (member: string) => (await ordersOf(member))[0]?.coinnum;
  expect(await filled(better)).toBe('1.00000000');
  expect(await filled(early)).toBe('1.00000000');
  expect(await filled(late)).toBe('0.50000000');
  // It met the old snapshot, whose best ask was beyond its limit, or the rest of the new one.
  expect(coming.status).toBe(1);
});

test('a partly filled order that is cancelled keeps its fills and the rest is released', async () => {
  await quote([['100', '1']], [['99', '1']]);
  const member = await world.member({ USDT: '1000' });
  const order = await placed(place(member, limit('buy', '100', '3')));
  expect(await world.service.cancel(member, order.id)).toEqual({ ok: true, value: null });
  expect(await world.balances(member)).toEqual({ USDT: '900.00000000', BTC: '0.99900000' });
  expect((await ordersOf(member))[0]).toMatchObject({ status: 3, coinnum: '1.00000000', price: '100.00000000' });
  expect(await world.service.cancel(member, order.id)).toEqual(refuse('order_not_open'));
});

test('of a concurrent cancel and fill each part goes to exactly one', async () => {
  for (let round = 0; round < 20; round += 1) {
    await quote([['200', '1']], [['50', '1']]);
    const member = await world.member({ USDT: '100' });
    const order = await placed(place(member, limit('buy', '100', '1')));
    world.market.setTick('btcusdt', '100');
    world.market.setBook('btcusdt', { asks: [['100', '0.6']], bids: [['99', '1']] });
    const [cancelled] = await Promise.all([
      world.service.cancel(member, order.id),
      world.service.cancel(member, order.id),
      world.service.sweeper.settled(),
    ]);
    expect(cancelled.ok).toBe(true);
    const [listed] = await ordersOf(member);
    expect(listed?.status).toBe(3);
    expect([{ USDT: '100.00000000' }, { USDT: '40.00000000', BTC: '0.59940000' }]).toContainEqual(
      await world.balances(member),
    );
  }
});

test("another member's order is answered as if it did not exist", async () => {
  await quote([['200', '1']], [['50', '1']]);
  const [owner, other] = await Promise.all([world.member({ USDT: '100' }), world.member({})]);
  const order = await placed(place(owner, limit('buy', '100', '1')));
  expect(await world.service.cancel(other, order.id)).toEqual(refuse('not_found'));
  expect(await world.service.cancel(other, '999999999')).toEqual(refuse('not_found'));
  expect((await ordersOf(owner))[0]?.status).toBe(1);
});

test('no order fills from a book that is a second and a half old, however fresh the market; a limit order may rest', async () => {
  await quote([['100', '1']], [['99', '1']]);
  const member = await world.member({ USDT: '1000', BTC: '1' });
  world.clock.advance(1_500);
  expect((await placed(place(member, marketSell('0.1')))).status).toBe(2);
  world.clock.advance(1);
  world.market.setTick('btcusdt', '100');
  expect(await place(member, marketBuy('100'))).toEqual(refuse('stale_market'));
  expect(await place(member, marketSell('1'))).toEqual(refuse('stale_market'));
  expect((await placed(place(member, limit('buy', '105', '1')))).status).toBe(1);
  await quote([['104', '1']], [['103', '1']]);
  expect((await ordersOf(member))[0]).toMatchObject({ status: 2, price: '104.00000000' });
});

test.each<[string, OrderInput, Result<unknown>]>([
  [
    'below the least quantity',
    limit('buy', '100', '0.00005'),
    refuse('amount_below_minimum', { minimum: '0.0001', coin: 'BTC' }),
  ],
  ['off the quantity step', limit('buy', '100', '0.00015'), refuse('amount_off_step', { step: '0.0001', coin: 'BTC' })],
  ['off the price step', limit('buy', '100.001', '1'), refuse('price_off_step', { step: '0.01', coin: 'USDT' })],
  [
    'a budget below the least quantity',
    marketBuy('0.005'),
    refuse('amount_below_minimum', { minimum: '0.01', coin: 'USDT' }),
  ],
  ['more than there is', limit('buy', '100', '11'), refuse('insufficient_balance')],
  ['more than there is, crossing', limit('buy', '300', '11'), refuse('insufficient_balance')],
  ['more than fits', limit('buy', '999999999999', '999999999999'), refuse('insufficient_balance')],
  ['a sell of what is not there', limit('sell', '500', '1'), refuse('insufficient_balance')],
  ['a market that is not there', { ...limit('buy', '1', '1'), m_id: '77' }, refuse('not_found')],
])('refused, and nothing moves: %s', async (_what, input, refusal) => {
  await quote([['100', '1']], [['99', '1']]);
  const member = await world.member({ USDT: '1000' });
  expect(await place(member, input)).toEqual(refusal);
  expect(await world.balances(member)).toEqual({ USDT: '1000.00000000' });
  expect(await ordersOf(member)).toEqual([]);
});

test('more places than the coin keeps are refused, not rounded', async () => {
  const coin = { id: '2', title: 'BTC', decimals: 4 };
  world.market.change('btcusdt', { base: coin });
  const member = await world.member({ USDT: '1000' });
  expect(await place(member, limit('buy', '100', '0.00011'))).toEqual(refuse('bad_amount'));
  world.market.change('btcusdt', { base: { ...coin, decimals: 8 } });
});

test('an order that cannot be paid uses up no size', async () => {
  await quote([['100', '1']], [['99', '1']]);
  const [poor, rich] = await Promise.all([world.member({ USDT: '1' }), world.member({ USDT: '1000' })]);
  const [refused, filled] = await Promise.all([
    place(poor, limit('buy', '100', '1')),
    placed(place(rich, limit('buy', '100', '1'))),
  ]);
  expect(refused).toEqual(refuse('insufficient_balance'));
  expect(filled.status).toBe(2);
});

test('an order whose money another command of the batch took uses up no size', async () => {
  await quote([['100', '1']], [['99', '1']]);
  const [poor, rich] = [await world.member({ USDT: '100' }), await world.member({ USDT: '100' })];
  inOneBatch(world.writer, 3);
  const [taken, first, second] = await Promise.all([
    world.writer.submit(plainPosting, [
      {
        cause: { kind: 'correction', id: 'taken' },
        actor: { kind: 'clock' },
        lines: [move({ memberId: poor, type: 1, coinId: '1' }, { house: 'rewards', coinId: '1' }, amount('100'))],
      },
    ]),
    place(poor, limit('buy', '100', '1')),
    place(rich, limit('buy', '100', '1')),
  ]);
  expect(taken.ok).toBe(true);
  expect(first).toEqual(refuse('insufficient_balance'));
  expect(second).toMatchObject({ ok: true, value: { status: 2 } });
});

test('a fee that rounds down to zero is not charged', async () => {
  world.market.change('btcusdt', { spotFee: price('0.00000001') as bigint as never });
  await quote([['100', '1']], [['99', '1']]);
  const member = await world.member({ USDT: '1' });
  await placed(place(member, limit('buy', '100', '0.0001')));
  expect(await world.balances(member)).toMatchObject({ BTC: '0.00010000' });
  world.market.change('btcusdt', { spotFee: null });
});

test('a page filters by side, status and market', async () => {
  await quote([['100', '1']], [['99', '1']]);
  const member = await world.member({ USDT: '1000', BTC: '1' });
  const buy = await placed(place(member, limit('buy', '90', '1')));
  const sell = await placed(place(member, limit('sell', '110', '0.5')));
  await world.service.cancel(member, sell.id);
  const ids = async (filter: object) =>
    (await listOrders(world.db, member, 'en', { ...ALL, ...filter })).map((each) => String(each.id));
  expect(await ids({})).toEqual([sell.id, buy.id]);
  expect(await ids({ type: '1' })).toEqual([buy.id]);
  expect(await ids({ status: '3' })).toEqual([sell.id]);
  expect(await ids({ status: '2' })).toEqual([]);
  expect(await ids({ m_id: '2' })).toEqual([]);
  expect(await ids({ page: 2, limit: 1 })).toEqual([buy.id]);
  const rest: Amount = amount('910');
  expect(await world.balances(member)).toMatchObject({ USDT: `${rest / 100_000_000n}.00000000` });
});
