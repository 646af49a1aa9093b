import { amount, price } from '@plimsoll/money';
import { refuse, type OrderKind } from '@plimsoll/contract';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Claims } from '../../platform/http/claims.ts';
import type { IdempotencyClaim } from '../../platform/idempotency.ts';
import { sql } from '../../platform/db.ts';
import { openSpotProcess } from '../../testing/spot-process.ts';
import { openTradingWorld, type TradingWorld } from '../../testing/trading-world.ts';
import { listFills } from './list-fills.ts';
import { listOrders } from './list-orders.ts';

let world: TradingWorld;
beforeAll(async () => {
  world = await openTradingWorld({ priceBand: '0.5', maxOpenOrders: 2 });
});
afterEach(() => world.audit());
afterAll(() => world.close());

const BTC = '1';
type Side = readonly (readonly [string, string])[];
async function quote(asks: Side, bids: Side): Promise<void> {
  // Long enough for full recovery.
  world.clock.advance(900_000);
  world.market.setTick('btcusdt', '100');
  world.market.setBook('btcusdt', { asks, bids });
  await world.service.sweeper.settled();
}
async function order(
  member: string,
  side: 'buy' | 'sell',
  at: string,
  num: string,
  kind: OrderKind = 'plain',
): Promise<string> {
  const placed = await world.service.place(member, {
    m_id: BTC,
    side,
    mode: 'limit',
    price: price(at),
    num: amount(num),
    kind,
  });
  if (!placed.ok) throw new Error(placed.refusal.reason);
  return String(placed.value.id);
}
const move = (member: string, id: string, to: string) => world.service.move(member, { bb_id: id, price: price(to) });
const ALL = { type: undefined, status: undefined, m_id: undefined, page: 1, limit: 50 } as const;
const ordersOf = async (member: string) =>
  (await listOrders(world.db, member, 'en', ALL)).map(({ status, xjprice, predict_num }) => [
    status,
    Number(xjprice),
    Number(predict_num),
  ]);

test('a moved order is cancelled and placed at its new price, and holds exactly what that needs', async () => {
  await quote([['100', '1']], [['99', '1']]);
  const member = await world.member({ USDT: '200' });
  const id = await order(member, 'buy', '90', '2');
  expect(await move(member, id, '95')).toMatchObject({ ok: true, value: { status: 1 } });
  expect(await world.balances(member)).toEqual({ USDT: '10.00000000', 'USDT frozen': '190.00000000' });
  expect(await ordersOf(member)).toEqual([
    [1, 95, 2],
    [3, 90, 2],
  ]);
});

test('what the old order holds pays for the new one; a coin more than there is is refused, and the old one stays', async () => {
  await quote([['100', '1']], [['99', '1']]);
  const member = await world.member({ USDT: '190' });
  const id = await order(member, 'buy', '90', '2');
  expect(await move(member, id, '95.01')).toEqual(refuse('insufficient_balance'));
  expect(await ordersOf(member)).toEqual([[1, 90, 2]]);
  expect(await world.balances(member)).toEqual({ USDT: '10.00000000', 'USDT frozen': '180.00000000' });
  expect(await move(member, id, '95')).toMatchObject({ ok: true });
});

test('a post-only order stays one where it is moved to, and is cancelled where the book would fill it there', async () => {
  await quote([['100', '1']], [['99', '1']]);
  const member = await world.member({ USDT: '200' });
  const id = await order(member, 'buy', '90', '2', 'maker');
  const moved = await move(member, id, '99.5');
  expect(moved).toMatchObject({ ok: true, value: { status: 1 } });
  expect(await move(member, moved.ok ? String(moved.value.id) : '', '100')).toMatchObject({
    ok: true,
    value: { status: 3 },
  });
  expect((await listOrders(world.db, member, 'en', ALL)).map(({ kind, coinnum }) => [kind, coinnum])).toEqual([
    [4, '0.00000000'],
    [4, '0.00000000'],
    [4, '0.00000000'],
  ]);
  expect(await world.balances(member)).toEqual({ USDT: '200.00000000' });
});

test('of a partly filled order only the rest is moved, and it is filled at once where the new price crosses', async () => {
  await quote([['100', '1']], [['99', '1']]);
  const member = await world.member({ USDT: '1000' });
  const id = await order(member, 'buy', '100', '3');
  await quote([['102', '5']], [['99', '1']]);
  expect(await move(member, id, '102')).toMatchObject({ ok: true, value: { status: 2 } });
  expect(await world.balances(member)).toEqual({ USDT: '696.00000000', BTC: '2.99700000' });
  expect(
    (await listFills(world.db, member, { m_id: BTC, page: 1, limit: 10 })).map(({ price: at, num }) => [at, num]),
  ).toEqual([
    ['102.00000000', '2.00000000'],
    ['100.00000000', '1.00000000'],
  ]);
});

test('a sell is moved as a buy is, and holds the same', async () => {
  await quote([['100', '1']], [['99', '1']]);
  const member = await world.member({ BTC: '2' });
  const id = await order(member, 'sell', '110', '2');
  expect(await move(member, id, '120')).toMatchObject({ ok: true, value: { status: 1 } });
  expect(await world.balances(member)).toEqual({ 'BTC frozen': '2.00000000' });
});

test('a move takes the place of an open order, whatever the maximum', async () => {
  await quote([['100', '1']], [['99', '1']]);
  const member = await world.member({ USDT: '1000' });
  const [first] = [await order(member, 'buy', '90', '1'), await order(member, 'buy', '91', '1')];
  expect(await move(member, first, '92')).toMatchObject({ ok: true, value: { status: 1 } });
});

test('a price off its step or beyond the band is refused, and the order stays', async () => {
  await quote([['100', '1']], [['99', '1']]);
  const member = await world.member({ USDT: '1000' });
  const id = await order(member, 'buy', '90', '1');
  expect(await move(member, id, '90.001')).toMatchObject({ refusal: { reason: 'price_off_step' } });
  expect(await move(member, id, '200')).toMatchObject({ refusal: { reason: 'price_band' } });
  expect(await ordersOf(member)).toEqual([[1, 90, 1]]);
});

test('another member’s order is not found, an ended one is not open', async () => {
  await quote([['100', '1']], [['99', '1']]);
  const [lea, tom] = [await world.member({ USDT: '100' }), await world.member({ USDT: '100' })];
  const id = await order(lea, 'buy', '90', '1');
  expect(await move(tom, id, '91')).toEqual(refuse('not_found'));
  await world.service.cancel(lea, id);
  expect(await move(lea, id, '91')).toEqual(refuse('order_not_open'));
});

const insertKey = sql<{ id: string }>(
  'test.insertKey',
  `insert into api_key (member_id, access_hash, shown, name, secret, may_trade, may_transfer, day_cap, created_at)
   values ($1, encode(sha256(random()::text::bytea), 'hex'), 'aaaaaaaa', 'bot', 'x', true, false, $2, now()) returning id`,
);
const programsOf = sql<{ id: string; status: number; key_id: string | null; client_id: string | null }>(
  'test.programsOf',
  'select id, status, key_id, client_id from spot_order where member_id = $1 order by id',
);
const limitBuy = (at: string, num: string) =>
  ({ m_id: BTC, side: 'buy', mode: 'limit', price: price(at), num: amount(num) }) as const;

test('a moved order of a program keeps its key and the number that the program gave it', async () => {
  await quote([['100', '1']], [['99', '1']]);
  const member = await world.member({ USDT: '1000' });
  const [row] = await world.db.run(insertKey, [member, '200']);
  const key = { id: row?.id ?? '', clientId: 'bot-7', isCapped: true };
  const placed = await world.service.place(member, limitBuy('90', '1'), undefined, key);
  const from = placed.ok ? String(placed.value.id) : '';
  const moved = await move(member, from, '95');
  expect(await world.db.run(programsOf, [member])).toEqual([
    { id: from, status: 3, key_id: key.id, client_id: 'bot-7' },
    { id: moved.ok ? String(moved.value.id) : '', status: 1, key_id: key.id, client_id: 'bot-7' },
  ]);
  // What it may come to counts towards the key's cap, at its new price.
  expect(await world.service.place(member, limitBuy('52.5', '2.01'), undefined, key)).toMatchObject({
    refusal: { reason: 'daily_limit' },
  });
  expect(await world.service.place(member, limitBuy('52.5', '2'), undefined, key)).toMatchObject({ ok: true });
});

test('a member moves a program’s order also beyond the caps of its key, and after the key ended', async () => {
  await quote([['100', '1']], [['99', '1']]);
  const member = await world.member({ USDT: '1000' });
  const [row] = await world.db.run(insertKey, [member, '90']);
  const key = { id: row?.id ?? '', clientId: null, isCapped: true };
  const placed = await world.service.place(member, limitBuy('90', '1'), undefined, key);
  await world.db.run({ name: 'test.endKey', text: `update api_key set ended_at = now() where id = ${key.id}` });
  expect(await move(member, placed.ok ? String(placed.value.id) : '', '95')).toMatchObject({ ok: true });
});

test('a move repeated under its key, in another process too, has the first answer and moves once', async () => {
  const other = await openSpotProcess(world, { priceBand: '0.5' });
  await quote([['100', '1']], [['99', '1']]);
  const member = await world.member({ USDT: '1000' });
  const id = await order(member, 'buy', '90', '1');
  const claim = (): IdempotencyClaim => ({
    memberId: member,
    call: 'trademoveOrder',
    key: 'm1',
    bodyHash: 'a'.repeat(64),
    kept: false,
  });
  const send = (service: TradingWorld['service']) => {
    const own = claim();
    return new Claims(world.db, world.clock, 'of this test').answer(own, () =>
      service.move(member, { bb_id: id, price: price('95') }, own),
    );
  };
  const [first, ...others] = await Promise.all([send(world.service), send(other.service), send(world.service)]);
  expect(first).toMatchObject({ ok: true, value: { status: 1 } });
  expect([...others, await send(other.service)]).toEqual([first, first, first]);
  expect(await ordersOf(member)).toEqual([
    [1, 95, 1],
    [3, 90, 1],
  ]);
  await other.close();
});

test('moves and a cancel of one order at the same moment leave one order or none, and nothing held for the others', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 80, max: 98 }), { minLength: 2, maxLength: 6 }),
      fc.nat(6),
      async (prices, cancelAt) => {
        await quote([['100', '1']], [['99', '1']]);
        const member = await world.member({ USDT: '100' });
        const id = await order(member, 'buy', '90', '1');
        const answers = await Promise.all([
          ...prices.slice(0, cancelAt).map((to) => move(member, id, String(to))),
          world.service.cancel(member, id),
          ...prices.slice(cancelAt).map((to) => move(member, id, String(to))),
        ]);
        expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
        const open = (await ordersOf(member)).filter(([status]) => status === 1);
        expect(open.length).toBeLessThanOrEqual(1);
        const held = open[0]?.[1] ?? 0;
        const { USDT = '0', 'USDT frozen': frozen = '0' } = await world.balances(member);
        expect([Number(USDT), Number(frozen)]).toEqual([100 - held, held]);
        await world.audit();
      },
    ),
    { numRuns: 12 },
  );
}, 120_000);
