import { expect, test } from 'vitest';
import { Briefly } from './briefly.ts';
import { ManualClock } from './clock.ts';

test('a value is made once for all who ask while it is new, and again after that', async () => {
  const clock = new ManualClock(0);
  const kept = new Briefly<number>({ clock, ms: 1_000 });
  let made = 0;
  const ask = (key = 'a') =>
    kept.get(key, async () => {
      made += 1;
      return made;
    });
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
  clock.advance(999);
  expect([await ask(), await ask('b')]).toEqual([1, 2]);
  clock.advance(1);
  expect(await ask()).toBe(3);
});

test('a failure is not kept, and the number of values is limited', async () => {
  const kept = new Briefly<string>({ clock: new ManualClock(0), ms: 1_000, max: 2 });
  await expect(kept.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await kept.get('a', async () => 'there')).toBe('there');
  for (const key of ['b', 'c']) await kept.get(key, async () => key);
  expect(await kept.get('a', async () => 'made again')).toBe('made again');
  expect(await kept.get('c', async () => 'not made')).toBe('c');
});
