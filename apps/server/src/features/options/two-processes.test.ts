import { amount } from '@plimsoll/money';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { GroupedWriter } from '../../ledger/index.ts';
import { openDb, type Db } from '../../platform/db.ts';
import { ManualMarket } from '../../testing/manual-market.ts';
import { openOptionWorld, type OptionWorld } from '../../testing/option-world.ts';
import { OptionsDesk } from './index.ts';
import { verifyOrder } from './verify-order.ts';

// Two processes that each hear the feed for themselves, and not at quite the same moment.

let world: OptionWorld;
let other: ManualMarket;
let desk: OptionsDesk;
let connection: Db;
beforeAll(async () => {
  world = await openOptionWorld();
  const { db, clock } = world;
  connection = openDb(world.url, { connections: 1 });
  other = new ManualMarket({ clock, db });
  const writer = new GroupedWriter({ connection, db, clock });
  desk = new OptionsDesk({
    db, clock, market: other, tape: other.tape, writer, settling: writer, log: { error: (_details, message) => { throw new Error(message); } },
    settings: { freshSeconds: () => 5, presets: () => ({ hy_numcolstmp: [1], hy_price_type: 2 }) },
  });
  await desk.refreshTerms();
});
afterEach(() => world.audit());
afterAll(async () => {
  await connection.close();
  await world.close();
});
const order = { m_id: '1', ctime: '30', ctzed: amount('100'), buytype: '1' } as const;
const both = (at: string) => [world.market, other].map((each) => each.setTick('btcusdt', at));

test('a tick that one process heard before an order and writes after it is not before the order on the tape', async () => {
  const memberId = await world.staker('1000');
  both('100');
  world.clock.advance(100);
  const early = world.market.setTick('btcusdt', '105');
  world.clock.advance(50);
  const taken = await desk.take(memberId, order);
  expect(taken).toMatchObject({ ok: true });
  await world.market.tape.kept(early);
  other.setTick('btcusdt', '105');
  world.clock.advance(29_900);
  both('106');
  world.clock.advance(100);
  expect(await world.settle()).toBe(1);
  expect(await verifyOrder(world.db, taken.ok ? String(taken.value.order_id) : '')).toMatchObject({ told: { outcome: 'win' }, proof: { holds: true } });
});

test('an order at an older tick than the tape’s last is refused, whichever process heard more', async () => {
  const memberId = await world.staker('1000');
  both('100');
  world.clock.advance(100);
  await world.market.tape.kept(world.market.setTick('btcusdt', '105'));
  world.clock.advance(1);
  expect(await desk.take(memberId, order)).toMatchObject({ ok: false, refusal: { reason: 'stale_market' } });
  expect(await world.purse(memberId)).toEqual(['1000.00000000', '0.00000000']);
});

test('a process that did not hear of new terms within two seconds takes no more orders on the old ones', async () => {
  const memberId = await world.staker('1000');
  await world.db.run({ name: 'test.newTerms', text: `update option_terms set rate = 0.5, changed_at = $1 where seconds = 30` }, [new Date(world.clock.nowMs())]);
  world.clock.advance(2_000);
  both('100');
  both('100');
  expect(await desk.take(memberId, order)).toMatchObject({ ok: true });
  world.clock.advance(1);
  expect(await desk.take(memberId, order)).toMatchObject({ ok: false, refusal: { reason: 'stale_market' } });
  await desk.refreshTerms();
  expect(await desk.take(memberId, order)).toMatchObject({ ok: true });
  world.clock.advance(30_000);
  expect(await world.settle()).toBe(2);
});
