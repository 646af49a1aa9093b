import { refuse, type OrderInput, type Result } from '@plimsoll/contract';
import { amount, price } from '@plimsoll/money';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rolledBack, sql } from '../../platform/db.ts';
import { openSpotProcess } from '../../testing/spot-process.ts';
import { openTradingWorld, type TradingWorld } from '../../testing/trading-world.ts';
import { openKeyCaps } from './key-caps.ts';

let world: TradingWorld;
let memberId: string;
beforeEach(async () => {
  world = await openTradingWorld();
  memberId = await world.member({ USDT: '1000000', BTC: '1000' });
});
afterEach(async () => {
  await world.audit();
  await world.close();
});

const limit = (side: 'buy' | 'sell', at: string, num: string): OrderInput => ({
  m_id: '1',
  side,
  mode: 'limit',
  price: price(at),
  num: amount(num),
});

const insertKey = sql<{ id: string }>(
  'test.insertKey',
  `insert into api_key (member_id, access_hash, shown, name, secret, may_trade, may_transfer, day_cap, loss_cap, created_at)
   values ($1, encode(sha256(random()::text::bytea), 'hex'), 'aaaaaaaa', 'bot', 'x', true, false, $2, $3, now()) returning id`,
);
const endKey = sql<never>('test.endKey', 'update api_key set ended_at = now() where id = $1');
async function keyOf(caps: { readonly day?: string; readonly loss?: string }) {
  const [row] = await world.db.run(insertKey, [memberId, caps.day ?? null, caps.loss ?? null]);
  return { id: row?.id ?? '', clientId: null, isCapped: Object.keys(caps).length > 0 };
}
const dealtBy = sql<{ dealt: string; open: string }>(
  'test.dealtBy',
  `select coalesce((select sum(dealt) from spot_key_hour where key_id = $1), 0) as dealt,
    coalesce((select sum(limit_price * (quantity - filled)) from spot_order where key_id = $1 and status = 1), 0) as open`,
);

/** The world's own, or another. */
type Process = Pick<TradingWorld, 'market' | 'service'>;

async function quote(processes: readonly Process[]): Promise<void> {
  for (const { market, service } of processes) {
    market.setTick('btcusdt', '100');
    market.setBook('btcusdt', { asks: [['100', '1000']], bids: [['99', '1000']] });
    await service.sweeper.settled();
  }
}
/** Each reason once. */
const reasonsOf = (results: readonly Result<unknown>[]) => [
  ...new Set(results.flatMap((result) => (result.ok ? [] : [result.refusal.reason]))),
];
const count = (results: readonly Result<unknown>[]) => results.filter(({ ok }) => ok).length;

test.each([
  ['that rest', limit('buy', '50', '1')],
  ['that are filled', limit('buy', '100', '0.5')],
  ['of the market', { m_id: '1', side: 'buy', mode: 'market', amount: amount('50') } as const],
])('of 64 orders at once %s, in two processes, a cap of a day lets in as many as it holds', async (_what, order) => {
  const other = await openSpotProcess(world);
  const here: Process = world;
  await quote([here, other]);
  const key = await keyOf({ day: '1020' });
  const results = await Promise.all(
    Array.from({ length: 64 }, (_, at) => (at % 2 === 0 ? here : other).service.place(memberId, order, undefined, key)),
  );
  expect(count(results)).toBe(20);
  expect(reasonsOf(results)).toEqual(['daily_limit']);
  const [row] = await world.db.run(dealtBy, [key.id]);
  expect(amount(row?.dealt ?? '') + amount(String(Number(row?.open)))).toBe(amount('1000'));
  await other.close();
});

test('a cancelled order frees its part; a filled one not before twenty-four hours, and within one more', async () => {
  await quote([world]);
  const key = await keyOf({ day: '100' });
  const place = (order: OrderInput) => world.service.place(memberId, order, undefined, key);
  const rests = await place(limit('buy', '50', '2'));
  if (!rests.ok) throw new Error('refused');
  expect(await place(limit('buy', '50', '0.1'))).toMatchObject(refuse('daily_limit'));
  await world.service.cancel(memberId, String(rests.value.id));
  world.clock.advance(59 * 60_000);
  await quote([world]);
  expect(await place(limit('buy', '100', '1'))).toMatchObject({ ok: true, value: { status: 2 } });
  expect(await place(limit('buy', '50', '0.1'))).toMatchObject(refuse('daily_limit'));
  world.clock.advance(24 * 3_600_000 - 1);
  expect(await place(limit('buy', '50', '0.1'))).toMatchObject(refuse('daily_limit'));
  world.clock.advance(60_001);
  expect(await place(limit('buy', '50', '2'))).toMatchObject({ ok: true });
});

test('what a resting order is filled for later counts as its fill', async () => {
  await quote([world]);
  const key = await keyOf({ day: '100' });
  await world.service.place(memberId, limit('buy', '50', '1'), undefined, key);
  world.market.setTick('btcusdt', '50');
  world.market.setBook('btcusdt', { asks: [['50', '10']], bids: [['49', '10']] });
  await world.service.sweeper.settled();
  const [row] = await world.db.run(dealtBy, [key.id]);
  expect(row).toMatchObject({ dealt: '50.00000000', open: '0' });
});

test('of 64 orders at once none is placed once a key has lost its cap', async () => {
  const other = await openSpotProcess(world);
  const here: Process = world;
  await quote([here, other]);
  const key = await keyOf({ loss: '10' });
  // Bought at 100, worth 100, and the fee of a thousandth: nine of these lose 9.
  const buy = limit('buy', '100', '10');
  const results = await Promise.all(
    Array.from({ length: 64 }, (_, at) => (at % 2 === 0 ? here : other).service.place(memberId, buy, undefined, key)),
  );
  expect(count(results)).toBe(10);
  expect(reasonsOf(results)).toEqual(['daily_loss_limit']);
  await other.close();
});

test('an order of a key that ended meanwhile is refused in its own transaction', async () => {
  await quote([world]);
  const key = await keyOf({});
  expect(await world.service.place(memberId, limit('buy', '50', '1'), undefined, key)).toMatchObject({ ok: true });
  await world.db.run(endKey, [key.id]);
  expect(await world.service.place(memberId, limit('buy', '50', '1'), undefined, key)).toEqual(
    refuse('login_required'),
  );
});

test('a member’s own orders count towards no key', async () => {
  await quote([world]);
  const key = await keyOf({ day: '60' });
  await world.service.place(memberId, limit('buy', '50', '100'));
  expect(await world.service.place(memberId, limit('buy', '50', '1'), undefined, key)).toMatchObject({ ok: true });
});

test.each([
  ['without caps only its life is read', {}, ['spot.lockKeys']],
  ['with a cap also the sums that it counts', { day: '60' }, ['spot.lockKeys', 'spot.keySums']],
])('of a key %s', async (_what, caps, names) => {
  const key = await keyOf(caps);
  const read = await rolledBack(world.db, async (tx) => {
    const run = vi.spyOn(tx, 'run');
    await openKeyCaps(tx, [{ key }], { nowMs: world.clock.nowMs(), priceOf: () => undefined });
    return run.mock.calls.map(([{ name }]) => name);
  });
  expect(read).toEqual(names);
});
