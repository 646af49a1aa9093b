import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestRedis, whyNoRedis, type TestRedis } from '../testing/redis.ts';
import { openRedisBus, type Bus } from './bus/index.ts';
import { ManualClock, systemClock } from './clock.ts';
import { ownThrottles, sharedThrottles, type Slower, type Turns } from './throttles.ts';

const log = { info() {}, error() {} };
const SLOW = { free: 5, withinMs: 900_000, pauseMs: 30_000 };

let redis: TestRedis;
let one: Bus;
let other: Bus;
beforeAll(async () => {
  if (whyNoRedis !== undefined) return;
  redis = await startTestRedis();
  const options = { url: redis.url, prefix: '', secret: 'of these tests', clock: systemClock, log };
  one = await openRedisBus(options);
  other = await openRedisBus(options);
});
afterAll(async () => {
  if (whyNoRedis !== undefined) return;
  await Promise.all([one.close(), other.close()]);
  await redis.close();
});
beforeEach((context) => {
  context.skip(whyNoRedis !== undefined, whyNoRedis);
});

test('wrong tries count together in all processes, and a success clears them in all', async () => {
  const clock = new ManualClock(Date.UTC(2026, 10, 22));
  const [even, odd] = [one, other].map((bus) => sharedThrottles(clock, bus).slowDown('logins', SLOW)) as [
    Slower,
    Slower,
  ];
  const of = (turn: number) => (turn % 2 === 0 ? even : odd);
  for (let turn = 0; turn < 5; turn += 1) {
    expect(await of(turn).waitOf('mate')).toBe(0);
    of(turn).failed('mate');
    // As the answer to whoever tried does: it comes after the count.
    await of(turn).waitOf('mate');
  }
  expect([await of(0).waitOf('mate'), await of(1).waitOf('mate'), await of(1).waitOf('bosun')]).toEqual([30, 30, 0]);
  clock.advance(30_000);
  expect([await of(0).waitOf('mate'), await of(1).waitOf('mate')]).toEqual([0, 0]);
  // A clock set back makes no pause longer.
  clock.set(clock.nowMs() - 86_400_000);
  expect(await of(1).waitOf('mate')).toBe(30);
  of(0).succeeded('mate');
  await of(0).waitOf('mate');
  expect(await of(0).waitOf('mate')).toBe(0);
  // A restarted process knows earlier counts.
  for (let turn = 0; turn < 5; turn += 1) of(0).failed('cook');
  await of(0).waitOf('cook');
  expect(await sharedThrottles(clock, other).slowDown('logins', SLOW).waitOf('cook')).toBe(30);
});

test('of many tries at once, in all processes, no more pass than may', async () => {
  const clock = new ManualClock(Date.UTC(2026, 10, 22));
  const both = [one, other].map((bus) => sharedThrottles(clock, bus).slowDown('tries', SLOW));
  const tried = async (count: number) => {
    const waits = await Promise.all(
      Array.from({ length: count }, async (_, turn) => (both[turn % 2] as Slower).take('mate')),
    );
    return { passed: waits.filter((wait) => wait === 0).length, longest: Math.max(...waits) };
  };
  expect(await tried(40)).toEqual({ passed: 5, longest: 30 });
  clock.advance(30_000);
  expect(await tried(40)).toEqual({ passed: 1, longest: 30 });
  // What was not let through does not make the pause longer.
  clock.advance(29_000);
  expect(await tried(40)).toEqual({ passed: 0, longest: 1 });
  expect(await both[1]?.take('bosun')).toBe(0);
});

test('a try that is counted at once and one that fails later are one count', async () => {
  const clock = new ManualClock(Date.UTC(2026, 10, 22));
  const limit = sharedThrottles(clock, one).slowDown('mixed', SLOW);
  for (let turn = 0; turn < 4; turn += 1) limit.failed('mate');
  expect(await limit.waitOf('mate')).toBe(0);
  expect([await limit.take('mate'), await limit.waitOf('mate')]).toEqual([0, 30]);
  limit.succeeded('mate');
  expect(await limit.take('mate')).toBe(0);
});

test('all processes share one budget of turns', async () => {
  const clock = new ManualClock(Date.UTC(2026, 10, 22));
  const [even, odd] = [one, other].map((bus) => sharedThrottles(clock, bus).turns('money', 10)) as [Turns, Turns];
  const take = async (count: number): Promise<number> => {
    const waits = await Promise.all(
      Array.from({ length: count }, async (_, turn) => (turn % 2 === 0 ? even : odd).take('mate')),
    );
    return waits.filter((wait) => wait === 0).length;
  };
  expect(await take(30)).toBe(10);
  clock.advance(300);
  expect(await take(30)).toBe(3);
  clock.advance(5_000);
  expect(await take(30)).toBe(10);
  expect(await even.take('bosun')).toBe(0);
});

test('while Redis is away each process uses its own counts, earlier ones included', async () => {
  const clock = new ManualClock(Date.UTC(2026, 10, 22));
  const shared = sharedThrottles(clock, one);
  const logins = shared.slowDown('away', SLOW);
  for (let turn = 0; turn < 4; turn += 1) logins.failed('mate');
  await redis.kill();
  logins.failed('mate');
  expect(await logins.waitOf('mate')).toBe(30);
  const tries = shared.slowDown('away-tries', SLOW);
  const waits = await Promise.all(Array.from({ length: 20 }, async () => tries.take('mate')));
  expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
  const turns = shared.turns('away', 2);
  expect([await turns.take('mate'), await turns.take('mate'), await turns.take('mate')]).toEqual([0, 0, 1]);
  await redis.restart();
});

test('one process needs no Redis', async () => {
  const clock = new ManualClock(0);
  const throttles = ownThrottles(clock);
  const turns = throttles.turns('money', 2);
  expect([await turns.take('mate'), await turns.take('mate'), await turns.take('mate')]).toEqual([0, 0, 1]);
});
