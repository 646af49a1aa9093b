import type { OptionOrder } from '@plimsoll/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openOptionWorld, type OptionWorld } from '../../testing/option-world.ts';
import { showOption } from './list-options.ts';

// Which mark draws a line and which ends an option, where marks are late, held back or not there at all.

let world: OptionWorld;
beforeAll(async () => {
  world = await openOptionWorld();
});
afterEach(() => world.audit());
afterAll(() => world.close());

async function shown(memberId: string, id: string): Promise<OptionOrder> {
  const option = await showOption(world.db, id, { memberId, lang: 'en', nowMs: world.clock.nowMs() });
  if (!option) throw new Error('no such option');
  return option;
}

/** Takes an option at 100; this long after its expiry the next mark comes, the last before being its line's. */
async function silentUntil(afterMs: number): Promise<{ memberId: string; id: string }> {
  const memberId = await world.staker('1000');
  world.market.setMark('btcusdt', '100');
  const id = await world.taken(memberId);
  world.clock.advance(30_000);
  // Nobody knows yet how it ends.
  expect(await world.settle()).toBe(0);
  world.clock.advance(afterMs - 1);
  world.market.setMark('btcusdt', '101');
  return { memberId, id };
}

test.each([
  [2, 'win'],
  [59_999, 'win'],
  [60_000, 'win'],
] as const)(
  'without a fresh mark at its expiry an option ends by the first after it, %i ms later',
  async (afterMs, outcome) => {
    const { memberId, id } = await silentUntil(afterMs);
    expect(await world.settle()).toBe(1);
    expect(await shown(memberId, id)).toMatchObject({ outcome, sellprice: '101.00000000' });
  },
);

test('a mark that was held back neither draws a line nor ends an option', async () => {
  const memberId = await world.staker('1000');
  world.market.setMark('btcusdt', '100');
  const id = await world.placed(memberId);
  world.clock.advance(1_000);
  world.market.setMark('btcusdt', '150', { held: true });
  await world.service.settler.settleAll();
  expect((await shown(memberId, id)).buyprice).toBeNull();
  world.clock.advance(200);
  world.market.setMark('btcusdt', '100');
  await world.service.settler.settleAll();
  expect((await shown(memberId, id)).buyprice).toBe('100.00000000');
  world.clock.advance(29_800);
  world.market.setMark('btcusdt', '99');
  world.clock.advance(100);
  world.market.setMark('btcusdt', '150', { held: true });
  world.clock.advance(100);
  await world.settle();
  expect(await shown(memberId, id)).toMatchObject({ outcome: 'lose', sellprice: '99.00000000' });
});

test('the line is the first mark at or after acceptance and the delay, to the millisecond, and never one from before', async () => {
  const [first, second] = [await world.staker('1000'), await world.staker('1000')];
  world.market.setMark('btcusdt', '100');
  const early = await world.placed(first);
  world.clock.advance(1);
  const late = await world.placed(second);
  world.clock.advance(998);
  world.market.setMark('btcusdt', '90');
  await world.service.settler.settleAll();
  expect([(await shown(first, early)).buyprice, (await shown(second, late)).buyprice]).toEqual([null, null]);
  world.clock.advance(1);
  world.market.setMark('btcusdt', '101');
  world.clock.advance(5);
  world.market.setMark('btcusdt', '102');
  await world.service.settler.settleAll();
  expect([(await shown(first, early)).buyprice, (await shown(second, late)).buyprice]).toEqual([
    '101.00000000',
    '102.00000000',
  ]);
  world.clock.advance(30_000);
  world.market.setMark('btcusdt', '102');
  await world.settle();
});

test('without a mark for its line within five seconds an option is void, and the stake comes back whole', async () => {
  const memberId = await world.staker('1000');
  const ids: string[] = [];
  for (const afterMs of [6_000, 6_001]) {
    world.market.setMark('btcusdt', '100');
    ids.push(await world.placed(memberId));
    world.clock.advance(afterMs);
    world.market.setMark('btcusdt', '101');
    await world.settle();
  }
  const [drawn, never] = await Promise.all(ids.map((id) => shown(memberId, id)));
  expect(drawn).toMatchObject({ status: 1, buyprice: '101.00000000' });
  expect(never).toMatchObject({
    status: 2,
    outcome: 'void',
    ploss: '0.00000000',
    buyprice: null,
    sellprice: null,
    selltime: null,
    linetime: null,
    count_down: 0,
  });
  expect(await world.balances(memberId)).toEqual(['900.00000000', '100.00000000']);
  world.clock.advance(30_000);
  world.market.setMark('btcusdt', '101');
  await world.settle();
});

test('with every source silent from its line to a minute after its expiry an option is void, and the stake comes back whole', async () => {
  const { memberId, id } = await silentUntil(60_001);
  expect(await world.settle()).toBe(1);
  const option = await shown(memberId, id);
  expect(option).toMatchObject({
    status: 2,
    outcome: 'void',
    is_win: 0,
    ploss: '0.00000000',
    sellprice: null,
    exit_tick: null,
  });
  // What was there is named: nothing since the line.
  expect(option.last_tick).toEqual(option.entry_tick);
  expect(await world.balances(memberId)).toEqual(['1000.00000000', '0.00000000']);
});
