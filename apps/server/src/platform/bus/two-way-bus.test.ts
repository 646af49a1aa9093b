import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { ManualClock } from '../clock.ts';
import type { RedisBus, Subscriber } from './bus.ts';
import { openNotifyWay } from './notify-way.ts';
import { twoWayBus } from './two-way-bus.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const log = {
  info() {},
  error(details: object, message: string) {
    throw new Error(message, { cause: details });
  },
};

/** A Redis that one or both of two processes can lose. */
class SharedRedis {
  readonly #subscribers = new Map<string, { of: number; subscriber: Subscriber }[]>();
  readonly #lost = new Set<number>();
  readonly #changed = new Map<number, () => void>();

  of(number: number): RedisBus {
    return {
      publish: (channel, message) => {
        if (this.#lost.has(number)) return;
        for (const { of, subscriber } of this.#subscribers.get(channel) ?? [])
          if (!this.#lost.has(of)) subscriber.received(message);
      },
      listen: async (channel, subscriber) => {
        this.#subscribers.set(channel, [...(this.#subscribers.get(channel) ?? []), { of: number, subscriber }]);
      },
      run: () => Promise.reject(new Error('away')),
      isUp: () => !this.#lost.has(number),
      onChange: (changed) => void this.#changed.set(number, changed),
      close: async () => {},
    };
  }

  lose(number: number): void {
    this.#lost.add(number);
    this.#changed.get(number)?.();
  }

  find(number: number): void {
    this.#lost.delete(number);
    this.#changed.get(number)?.();
  }
}

async function open(redis: SharedRedis, number: number, secret = 'of these tests') {
  const clock = new ManualClock(0);
  const bus = await twoWayBus(redis.of(number), { url: database.appUrl, secret, clock, log });
  const received: string[] = [];
  let reconnections = 0;
  await bus.listen('prices', {
    received: (message) => void received.push(message),
    reconnected: () => void (reconnections += 1),
  });
  onTestFinished(() => bus.close());
  return { bus, clock, received, reconnections: () => reconnections };
}

test('with Redis nothing goes over the database; without it everything does, in order', async () => {
  const redis = new SharedRedis();
  const [leader, follower] = [await open(redis, 0), await open(redis, 1)];
  leader.bus.publish('prices', 'over redis');
  expect(follower.received).toEqual(['over redis']);
  redis.lose(0);
  redis.lose(1);
  // Whoever may have missed something asks for it again.
  expect(follower.reconnections()).toBe(1);
  const messages = Array.from({ length: 50 }, (_, at) => `${at} ${'long '.repeat(at * 20)}ε`);
  for (const each of messages) leader.bus.publish('prices', each);
  await vi.waitFor(() => expect(follower.received).toHaveLength(51));
  expect(follower.received.slice(1)).toEqual(messages);
  redis.find(0);
  redis.find(1);
  leader.clock.advance(3_000);
  leader.bus.publish('prices', 'again');
  expect(follower.received.filter((each) => each === 'again')).toHaveLength(1);
});

test('a process that alone lost Redis asks the others, and gets what they publish', async () => {
  const redis = new SharedRedis();
  const [leader, follower] = [await open(redis, 0), await open(redis, 1)];
  redis.lose(1);
  let sent = 0;
  await vi.waitFor(() => {
    follower.clock.advance(1_000);
    leader.bus.publish('prices', `${(sent += 1)}`);
    expect(follower.received.length).toBeGreaterThan(0);
  });
  redis.find(1);
  leader.clock.advance(3_000);
  const before = follower.received.length;
  leader.bus.publish('prices', 'last');
  expect(follower.received.slice(before).filter((each) => each === 'last')).toHaveLength(1);
});

test('a notification without the processes’ secret is ignored', async () => {
  const redis = new SharedRedis();
  const follower = await open(redis, 0);
  const options = { url: database.appUrl, clock: new ManualClock(0), log, received() {}, asked() {}, restored() {} };
  const forger = await openNotifyWay({ ...options, secret: 'guessed' });
  const friend = await openNotifyWay({ ...options, secret: 'of these tests' });
  onTestFinished(async () => {
    await forger.close();
    await friend.close();
  });
  forger.publish('prices', 'a price of my own');
  await vi.waitFor(() => {
    friend.publish('prices', 'true');
    expect(follower.received).toContain('true');
  });
  expect(new Set(follower.received)).toEqual(new Set(['true']));
});
