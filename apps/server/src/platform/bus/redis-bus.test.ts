import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startTestRedis, whyNoRedis, type TestRedis } from '../../testing/redis.ts';
import { openRedisBus } from './index.ts';

const said: string[] = [];
const log = {
  info: (_details: object, message: string) => {
    said.push(message);
  },
  error: (_details: object, message: string) => {
    said.push(message);
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

test('what one process says is heard by all of its installation, and by no other', async () => {
  const [one, other, elsewhere] = await Promise.all([open(), open(), open('harbour:')]);
  const heard: string[] = [];
  const ears = (name: string) => ({
    heard: (text: string) => {
      heard.push(`${name}: ${text}`);
    },
    again: () => {},
  });
  await Promise.all([
    one.listen('prices', ears('one')),
    other.listen('prices', ears('other')),
    elsewhere.listen('prices', ears('elsewhere')),
  ]);
  one.tell('prices', 'first');
  other.tell('prices', 'second');
  elsewhere.tell('prices', 'theirs');
  await vi.waitFor(() => expect(heard).toHaveLength(5));
  expect(heard.toSorted()).toEqual(['elsewhere: theirs', 'one: first', 'one: second', 'other: first', 'other: second']);
  expect([
    await one.run(ADD, 'turns', [2]),
    await other.run(ADD, 'turns', [3]),
    await elsewhere.run(ADD, 'turns', [1]),
  ]).toEqual([2, 5, 1]);
  await Promise.all([one.close(), other.close(), elsewhere.close()]);
});

test('what no process of the installation signed is not heard, and is told once', async () => {
  const [one, forger] = [await open(), await open('quay:', 'guessed')];
  const heard: string[] = [];
  await one.listen('prices', {
    heard: (text) => {
      heard.push(text);
    },
    again: () => {},
  });
  forger.tell('prices', 'a price of my own');
  forger.tell('prices', 'another');
  await vi.waitFor(() => {
    one.tell('prices', 'true');
    expect(heard).toContain('true');
  });
  expect(new Set(heard)).toEqual(new Set(['true']));
  expect(said.splice(0)).toEqual([
    'something came over redis that no process of this installation signed: is SECRET the same in all of them?',
  ]);
  await Promise.all([one.close(), forger.close()]);
});

test('while Redis is away nothing waits for it, and once it is back listeners know that they may have missed something', async () => {
  const bus = await open();
  const heard: string[] = [];
  let again = 0;
  await bus.listen('prices', {
    heard: (text) => {
      heard.push(text);
    },
    again: () => {
      again += 1;
    },
  });
  await redis.kill();
  bus.tell('prices', 'lost');
  await expect(bus.run(ADD, 'turns', [1])).rejects.toThrow(/\w/);
  await redis.restart();
  await vi.waitFor(() => expect(again).toBe(1), { timeout: 10_000 });
  await vi.waitFor(
    () => {
      bus.tell('prices', 'found');
      expect(heard).toContain('found');
    },
    { timeout: 10_000 },
  );
  expect(heard).not.toContain('lost');
  expect(said).toEqual(['redis is away: this process goes on alone', 'redis is back']);
  await bus.close();
});

test('a Redis that cannot be reached at the start is told in a sentence, without its address', async () => {
  await expect(openRedisBus({ url: 'redis://mate:hidden@127.0.0.1:1/0', prefix: '', secret: '', log })).rejects.toThrow(
    /^Redis \(REDIS_URL\) cannot be reached: (?!.*hidden)/,
  );
});
