import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { startTestRedis, whyNoRedis, type TestRedis } from '../../testing/redis.ts';
import { Line } from '../../testing/line.ts';
import { ManualClock, systemClock } from '../clock.ts';
import { openRedisBus } from './index.ts';

const logged: string[] = [];
const log = {
  info: (_details: object, message: string) => {
    logged.push(message);
  },
  error: (_details: object, message: string) => {
    logged.push(message);
  },
};
const ADD = { name: 'testAdd', lua: "return redis.call('incrby', KEYS[1], ARGV[1])" };

let redis: TestRedis;
beforeAll(async () => {
  if (whyNoRedis === undefined) redis = await startTestRedis();
});
afterAll(async () => {
  if (whyNoRedis === undefined) await redis.close();
});
const open = (prefix = 'quay:', secret = 'of these tests') =>
  openRedisBus({ url: redis.url, prefix, secret, clock: systemClock, log });
beforeEach((context) => {
  context.skip(whyNoRedis !== undefined, whyNoRedis);
});

test('a message reaches every process of its installation and no other installation', async () => {
  const [one, other, elsewhere] = await Promise.all([open(), open(), open('pier:')]);
  const received: string[] = [];
  const subscriber = (name: string) => ({
    received: (text: string) => {
      received.push(`${name}: ${text}`);
    },
    reconnected: () => {},
  });
  await Promise.all([
    one.listen('prices', subscriber('one')),
    other.listen('prices', subscriber('other')),
    elsewhere.listen('prices', subscriber('elsewhere')),
  ]);
  one.publish('prices', 'first');
  other.publish('prices', 'second');
  elsewhere.publish('prices', 'theirs');
  await vi.waitFor(() => expect(received).toHaveLength(5));
  expect(received.toSorted()).toEqual([
    'elsewhere: theirs',
    'one: first',
    'one: second',
    'other: first',
    'other: second',
  ]);
  expect([
    await one.run(ADD, 'turns', [2]),
    await other.run(ADD, 'turns', [3]),
    await elsewhere.run(ADD, 'turns', [1]),
  ]).toEqual([2, 5, 1]);
  await Promise.all([one.close(), other.close(), elsewhere.close()]);
});

test('a message with a wrong signature is ignored and logged once', async () => {
  const [one, forger] = [await open(), await open('quay:', 'guessed')];
  const received: string[] = [];
  await one.listen('prices', {
    received: (text) => {
      received.push(text);
    },
    reconnected: () => {},
  });
  forger.publish('prices', 'a price of my own');
  forger.publish('prices', 'another');
  await vi.waitFor(() => {
    one.publish('prices', 'true');
    expect(received).toContain('true');
  });
  expect(new Set(received)).toEqual(new Set(['true']));
  expect(logged.splice(0)).toEqual([
    'redis message without a valid signature ignored: is SECRET the same in all processes?',
  ]);
  await Promise.all([one.close(), forger.close()]);
});

test('while Redis is away scripts fail and messages are lost; subscribers are notified when it is back', async () => {
  const bus = await open();
  const received: string[] = [];
  let reconnections = 0;
  await bus.listen('prices', {
    received: (text) => {
      received.push(text);
    },
    reconnected: () => {
      reconnections += 1;
    },
  });
  await redis.kill();
  bus.publish('prices', 'lost');
  await expect(bus.run(ADD, 'turns', [1])).rejects.toThrow(/\w/);
  await redis.restart();
  await vi.waitFor(() => expect(reconnections).toBe(1));
  await vi.waitFor(() => {
    bus.publish('prices', 'found');
    expect(received).toContain('found');
  });
  expect(received).not.toContain('lost');
  expect(logged.splice(0)).toEqual(['redis connection lost, working without it', 'redis connection restored']);
  await bus.close();
});

/** A bus whose answers are held up, and its clock. */
async function openHeld() {
  const { hostname: host, port } = new URL(redis.url);
  const line = await Line.open(() => ({ host, port: Number(port) }));
  const clock = new ManualClock(0);
  const url = `redis://127.0.0.1:${line.port}/0`;
  const bus = await openRedisBus({ url, prefix: 'held:', secret: 'of these tests', clock, log });
  onTestFinished(async () => {
    line.release();
    await bus.close();
    await line.close();
  });
  // Known to Redis from now on: the next is one question and one answer.
  expect(await bus.run(ADD, 'turns', [1])).toBeGreaterThan(0);
  line.hold(['far']);
  return { bus, line, clock };
}

test('a process that was held up itself does not blame Redis for an answer that has arrived', async () => {
  const { bus, line, clock } = await openHeld();
  const answer = bus.run(ADD, 'turns', [1]).catch(String);
  await vi.waitFor(() => expect(line.heldCount).toBe(1));
  // As after a stall: timers come before what lies in the socket.
  setTimeout(() => {
    line.release();
    clock.advance(500);
  });
  expect(await answer).toBeGreaterThan(1);
});

test('a Redis that does not answer within half a second is away, until it answers again', async () => {
  const { bus, line, clock } = await openHeld();
  const asked = bus.run(ADD, 'turns', [1]).catch(String);
  bus.publish('prices', 'late');
  await vi.waitFor(() => expect(line.heldCount).toBeGreaterThan(0));
  clock.advance(499);
  await new Promise(setImmediate);
  expect(bus.isUp()).toBe(true);
  clock.advance(1);
  expect(await asked).toContain('Redis does not answer');
  await vi.waitFor(() => expect(bus.isUp()).toBe(false));
  line.release();
  bus.publish('prices', 'in time');
  await vi.waitFor(() => expect(bus.isUp()).toBe(true));
  expect(logged.splice(0)).toEqual(['redis connection lost, working without it', 'redis connection restored']);
});

test('an unreachable Redis at the start is an error without its address', async () => {
  await expect(
    openRedisBus({ url: 'redis://mate:hidden@127.0.0.1:1/0', prefix: '', secret: '', clock: systemClock, log }),
  ).rejects.toThrow(/^Redis \(REDIS_URL\) cannot be reached: (?!.*hidden)/);
});
