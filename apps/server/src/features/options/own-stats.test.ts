import type { Answer, Input } from '@plimsoll/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openOptionWorld, type Order, type OptionWorld } from '../../testing/option-world.ts';
import { showStats } from './own-stats.ts';

const DAY_MS = 86_400_000;

let world: OptionWorld;
beforeEach(async () => {
  world = await openOptionWorld();
});
afterEach(async () => {
  try {
    await world.audit();
  } finally {
    await world.close();
  }
});

async function statsOf(memberId: string, days?: Input<'getHyStats'>['days']): Promise<Answer<'getHyStats'>> {
  const answer = await showStats(world.db, memberId, { days, nowMs: world.clock.nowMs() });
  if (!answer.ok) throw new Error(answer.refusal.reason);
  return answer.value;
}

/** Plays an option from 100 to this price, null for none at all. */
async function play(memberId: string, then: string | null, order: Partial<Order> = {}): Promise<void> {
  world.market.setMark('btcusdt', '100');
  await world.withLine(memberId, order);
  const ms = (order.seconds ?? 30) * 1000;
  world.clock.advance(ms - 500);
  if (then !== null) world.market.setMark('btcusdt', then);
  world.clock.advance(500);
  expect(await world.settle()).toBe(1);
}

test('a member without options has zeros, and no win rate to reach', async () => {
  const memberId = await world.staker('10');
  expect(await statsOf(memberId)).toEqual({
    coinname: 'USDT',
    count: 0,
    staked: '0.00000000',
    profit: '0.00000000',
    right: 0,
    decided: 0,
    break_even: null,
    durations: [],
    last: [],
  });
});

test('wins, losses and ties are counted by duration, ties decide nothing, and others’ options are left out', async () => {
  const memberId = await world.staker('1000');
  const other = await world.staker('1000');
  await play(memberId, '101');
  await play(memberId, '99');
  await play(memberId, '99', { way: 'down', seconds: 60, stake: '50' });
  await play(memberId, '100');
  await play(other, '101');
  const stats = await statsOf(memberId);
  expect(stats).toMatchObject({ count: 4, staked: '350.00000000', right: 2, decided: 3 });
  expect(stats.durations.map(({ time, count, right, decided }) => [time, count, right, decided])).toEqual([
    [30, 3, 1, 2],
    [60, 1, 1, 1],
  ]);
  // 75 % at 30 s, 80 % at 60 s.
  expect(stats.durations.map((each) => [each.profit, each.break_even])).toEqual([
    ['-25.00000000', '57.14'],
    ['40.00000000', '55.56'],
  ]);
  expect([stats.profit, stats.break_even]).toEqual(['15.00000000', '56.61']);
  expect(stats.last.map(({ outcome }) => outcome)).toEqual(['tie', 'win', 'lose', 'win']);
});

test('a period counts settlements since its beginning, to the millisecond', async () => {
  const memberId = await world.staker('1000');
  await play(memberId, '101');
  const settledMs = world.clock.nowMs();
  world.clock.advance(7 * DAY_MS - 2);
  expect((await statsOf(memberId, '7')).count).toBe(1);
  world.clock.advance(world.clock.nowMs() - settledMs > 7 * DAY_MS ? 0 : 3);
  expect([(await statsOf(memberId, '7')).count, (await statsOf(memberId, '30')).count]).toEqual([0, 1]);
  expect((await statsOf(memberId)).count).toBe(1);
});

test('the last outcomes are the newest twenty', async () => {
  const memberId = await world.staker('10000');
  for (let at = 0; at < 21; at += 1) await play(memberId, at === 0 ? '99' : '101');
  const { last, count } = await statsOf(memberId);
  expect([count, last.length]).toEqual([21, 20]);
  expect(last.every(({ outcome }) => outcome === 'win')).toBe(true);
});
