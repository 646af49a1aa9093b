import { expect, test } from 'vitest';
import { ManualClock } from './clock.ts';
import { SlowDown, TokenBucket } from './throttle.ts';

test('a bucket gives its turns, then a wait, then as many as time refills', () => {
  const clock = new ManualClock(0);
  const bucket = new TokenBucket(clock, 10);
  expect(Array.from({ length: 11 }, () => bucket.take('a'))).toEqual([...Array.from({ length: 10 }, () => 0), 1]);
  expect(bucket.take('b')).toBe(0);
  clock.advance(200);
  expect([bucket.take('a'), bucket.take('a'), bucket.take('a')]).toEqual([0, 0, 1]);
  clock.advance(1_000_000);
  expect(Array.from({ length: 11 }, () => bucket.take('a')).filter((wait) => wait === 0)).toHaveLength(10);
});

test('a clock set back gives no turns and takes none', () => {
  const clock = new ManualClock(10_000);
  const bucket = new TokenBucket(clock, 2);
  bucket.take('a');
  clock.set(0);
  expect([bucket.take('a'), bucket.take('a')]).toEqual([0, 1]);
});

const options = { free: 3, withinMs: 60_000, pauseMs: 10_000 };

test('after the free failures one try passes each pause', () => {
  const clock = new ManualClock(0);
  const limit = new SlowDown(clock, options);
  for (let turn = 0; turn < 3; turn += 1) {
    expect(limit.waitOf('a')).toBe(0);
    limit.failed('a');
  }
  expect(limit.waitOf('a')).toBe(10);
  clock.advance(9_001);
  expect(limit.waitOf('a')).toBe(1);
  clock.advance(999);
  expect(limit.waitOf('a')).toBe(0);
  limit.failed('a');
  expect([limit.waitOf('a'), limit.waitOf('b')]).toEqual([10, 0]);
  limit.succeeded('a');
  expect(limit.waitOf('a')).toBe(0);
});

test('failures are forgotten when their time is over', () => {
  const clock = new ManualClock(0);
  const limit = new SlowDown(clock, options);
  limit.failed('a');
  clock.advance(50_000);
  limit.failed('a');
  clock.advance(10_000);
  limit.failed('a');
  expect(limit.waitOf('a')).toBe(0);
  limit.failed('a');
  expect(limit.waitOf('a')).toBe(10);
});

test('a clock set back makes no wait longer than the pause', () => {
  const clock = new ManualClock(1_000_000);
  const limit = new SlowDown(clock, options);
  for (let turn = 0; turn < 3; turn += 1) limit.failed('a');
  clock.set(0);
  expect(limit.waitOf('a')).toBe(10);
});
