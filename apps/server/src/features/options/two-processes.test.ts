import { amount } from '@plimsoll/money';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { GroupedWriter } from '../../ledger/index.ts';
import { openDb, type Db, type Tx } from '../../platform/db.ts';
import { ManualMarket } from '../../testing/manual-market.ts';
import { openOptionWorld, type OptionWorld } from '../../testing/option-world.ts';
import { waitersOf } from '../../testing/waiters.ts';
import { OptionsService } from './index.ts';
import { verifyOrder } from './verify-order.ts';
import { optionSettings } from '../../testing/option-settings.ts';

// Two processes that receive the feed separately, not at exactly the same moment.

let world: OptionWorld;
let other: ManualMarket;
let service: OptionsService;
let connection: Db;
beforeAll(async () => {
  world = await openOptionWorld();
  const { db, clock } = world;
  connection = openDb(world.url, { connections: 1 });
  other = new ManualMarket({ clock, db });
  const writer = new GroupedWriter({ connection, db, clock });
  service = new OptionsService({
    db,
    clock,
    market: other,
    tape: other.tape,
    marks: other.marks,
    writer,
    settling: writer,
    log: {
      error: (_details, message) => {
        throw new Error(message);
      },
    },
    settings: optionSettings(),
  });
  await service.refreshTerms();
});
afterEach(() => world.audit());
afterAll(async () => {
  await connection.close();
  await world.close();
});
const order = { m_id: '1', ctime: '30', ctzed: amount('100'), buytype: '1' } as const;
/** One process makes the mark; the other receives it. */
const both = (at: string) => [world.market, other].map((each) => each.setMark('btcusdt', at));

/** A process that does something more between an order’s plan and its writing. */
async function interrupted(between: (tx: Tx) => Promise<void>): Promise<{ slow: OptionsService; own: Db }> {
  const own = openDb(world.url, { connections: 1 });
  const late: Db = {
    ...own,
    transaction: (work) =>
      own.transaction((tx) =>
        work({
          ...tx,
          run: async (statement, values) => {
            if (statement.name === 'option.insertPlaced') await between(tx);
            return tx.run(statement, values);
          },
        }),
      ),
  };
  const writer = new GroupedWriter({ connection: late, db: world.db, clock: world.clock });
  const slow = new OptionsService({
    db: world.db,
    clock: world.clock,
    market: other,
    tape: other.tape,
    marks: other.marks,
    writer,
    settling: writer,
    log: {
      error: (_details, message) => {
        throw new Error(message);
      },
    },
    settings: optionSettings(),
  });
  await slow.refreshTerms();
  return { slow, own };
}

test('an order from a process whose clock is behind is accepted at the last mark on the tape', async () => {
  const memberId = await world.staker('1000');
  both('100');
  await world.market.keep();
  const lastMs = world.clock.nowMs();
  world.clock.set(lastMs - 1_500);
  const placed = await service.place(memberId, order);
  expect(placed).toMatchObject({ ok: true });
  const [row] = await world.db.run<{ placed_at: Date }>({
    name: 'test.placedAt',
    text: 'select placed_at from option_order order by id desc limit 1',
  });
  expect(row?.placed_at.getTime()).toBe(lastMs);
  world.clock.set(lastMs + 999);
  world.market.setMark('btcusdt', '150');
  world.clock.advance(1);
  both('105');
  await world.service.settler.settleAll();
  world.clock.advance(29_900);
  world.market.setMark('btcusdt', '106');
  world.clock.advance(100);
  expect(await world.settle()).toBe(1);
  world.market.setMark('btcusdt', '106');
  await world.market.keep();
  expect(await verifyOrder(world.db, placed.ok ? String(placed.value.order_id) : '')).toMatchObject({
    recorded: { outcome: 'win' },
    proof: { holds: true, line: { price: 10_500_000_000n } },
  });
});

test('an order is refused while the tape of marks is silent, though this process saw a newer unwritten mark', async () => {
  const memberId = await world.staker('1000');
  world.market.setMark('btcusdt', '100');
  await world.market.keep();
  world.clock.advance(5_001);
  other.setMark('btcusdt', '105');
  expect(await service.place(memberId, order)).toMatchObject({ ok: false, refusal: { reason: 'stale_market' } });
  expect(await world.balances(memberId)).toEqual(['1000.00000000', '0.00000000']);
});

test('a process that did not learn of new terms within two seconds refuses orders on the old ones', async () => {
  const memberId = await world.staker('1000');
  await world.db.run(
    { name: 'test.newTerms', text: `update option_terms set rate = 0.5, changed_at = $1 where seconds = 30` },
    [new Date(world.clock.nowMs())],
  );
  world.clock.advance(2_000);
  both('100');
  await world.market.keep();
  expect(await service.place(memberId, order)).toMatchObject({ ok: true });
  world.clock.advance(1);
  expect(await service.place(memberId, order)).toMatchObject({ ok: false, refusal: { reason: 'stale_market' } });
  await service.refreshTerms();
  expect(await service.place(memberId, order)).toMatchObject({ ok: true });
  await world.draw('btcusdt');
  world.clock.advance(30_000);
  world.market.setMark('btcusdt', '100');
  expect(await world.settle()).toBe(2);
});

test('a mark that another process appends between an order’s plan and its writing moves the order to that mark; nothing is refused or lost', async () => {
  const memberId = await world.staker('1000');
  both('100');
  await world.market.keep();
  world.clock.advance(400);
  let appended = 0;
  const between = async (): Promise<void> => {
    if (appended > 0) return;
    world.clock.advance(5);
    appended = world.market.setMark('btcusdt', '101').seq;
    await world.market.keep();
  };
  const { slow, own } = await interrupted(between);
  expect(await slow.place(memberId, order)).toMatchObject({ ok: true });
  expect(appended).toBeGreaterThan(0);
  expect(await world.balances(memberId)).toEqual(['900.00000000', '100.00000000']);
  const placed = await world.db.run<{ is_at_mark: boolean }>(
    {
      name: 'test.placedAtMark',
      text: 'select o.placed_at >= m.time as is_at_mark from option_order o join mark m on m.market_id = o.market_id and m.seq = $2 where o.member_id = $1',
    },
    [memberId, appended],
  );
  expect(placed).toEqual([{ is_at_mark: true }]);
  await world.draw('btcusdt');
  world.clock.advance(30_000);
  world.market.setMark('btcusdt', '102');
  expect(await world.settle()).toBe(1);
  await own.close();
});

test('where every plan would be overtaken by another mark, the tape waits for the second', async () => {
  const memberId = await world.staker('1000');
  both('100');
  await world.market.keep();
  const appending: Promise<unknown>[] = [];
  const { slow, own } = await interrupted(async (tx) => {
    world.clock.advance(5);
    world.market.setMark('btcusdt', '101');
    const waiters = await waitersOf(tx, world.db);
    let isKept = false;
    appending.push(world.market.keep().then(() => (isKept = true)));
    await vi.waitUntil(async () => isKept || (await waiters()) > 0);
  });
  expect(await slow.place(memberId, order)).toMatchObject({ ok: true });
  await Promise.all(appending);
  expect(appending).toHaveLength(2);
  await world.draw('btcusdt');
  world.clock.advance(30_000);
  world.market.setMark('btcusdt', '102');
  expect(await world.settle()).toBe(1);
  await own.close();
});

test('an order whose line can be known by the time it is written is refused as stale, and nothing is held', async () => {
  const memberId = await world.staker('1000');
  both('100');
  await world.market.keep();
  let isOver = false;
  const { slow, own } = await interrupted(async () => {
    if (isOver) return;
    isOver = true;
    world.clock.advance(1_500);
    await world.market.marks.complete();
  });
  expect(await slow.place(memberId, order)).toMatchObject({ ok: false, refusal: { reason: 'stale_market' } });
  expect(await world.balances(memberId)).toEqual(['1000.00000000', '0.00000000']);
  await own.close();
});
