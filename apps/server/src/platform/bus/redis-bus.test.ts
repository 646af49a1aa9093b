import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startTestRedis, whyNoRedis, type TestRedis } from '../../testing/redis.ts';
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
const open = (prefix = 'quay:', secret = 'of these tests') => openRedisBus({ url: redis.url, prefix, secret, log });
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
  expect(logged).toEqual(['redis connection lost, working without it', 'redis connection restored']);
  await bus.close();
});

test('an unreachable Redis at the start is an error without its address', async () => {
  await expect(openRedisBus({ url: 'redis://mate:hidden@127.0.0.1:1/0', prefix: '', secret: '', log })).rejects.toThrow(
    /^Redis \(REDIS_URL\) cannot be reached: (?!.*hidden)/,
  );
});
