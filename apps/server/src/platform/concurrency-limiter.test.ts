import { expect, test } from 'vitest';
import { ConcurrencyLimiter, networkOf } from './concurrency-limiter.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '::1'],
  ['', ''],
])('%s limiter as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

/** A task that ends on demand. */
function task() {
  const { promise, resolve } = Promise.withResolvers<string>();
  let begun = false;
  return {
    run: () => {
      begun = true;
      return promise;
    },
    end: resolve,
    hasBegun: () => begun,
  };
}
const settle = () => new Promise(setImmediate);

test('each network has a limit of tasks under way of its own', async () => {
  const limiter = new ConcurrencyLimiter({ ofOne: 2, waiting: 10 });
  const tasks = Array.from({ length: 4 }, task);
  const [other] = [task()];
  const answers = tasks.map(({ run }) => limiter.inTurn('a', run));
  const elsewhere = limiter.inTurn('b', other.run);
  await settle();
  expect([...tasks, other].map((each) => each.hasBegun())).toEqual([true, true, false, false, true]);
  tasks[0]?.end('first');
  await settle();
  expect(tasks.map((each) => each.hasBegun())).toEqual([true, true, true, false]);
  for (const each of [...tasks, other]) each.end('done');
  expect(await Promise.all([...answers, elsewhere])).toEqual(['first', 'done', 'done', 'done', 'done']);
});

test('a task is refused while too many wait, and accepted after one ends or fails', async () => {
  const limiter = new ConcurrencyLimiter({ ofOne: 1, waiting: 2 });
  const [first, second] = [task(), task()];
  const under = [
    limiter.inTurn('a', async () => {
      await first.run();
      throw new Error('broken');
    }),
    limiter.inTurn('a', second.run),
  ];
  expect(await limiter.inTurn('b', async () => 'in')).toBeUndefined();
  first.end('x');
  await expect(under[0]).rejects.toThrow('broken');
  expect(await limiter.inTurn('b', async () => 'in')).toBe('in');
  second.end('y');
  expect(await under[1]).toBe('y');
});
