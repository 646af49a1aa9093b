import { expect, test } from 'vitest';
import { Tally } from '../metrics/tally.ts';
import { countedStore } from './counted-store.ts';
import { StoreAway, type ObjectStore } from './object-store.ts';

test('what a store does is counted as done, and as away when it could not be used', async () => {
  const tally = new Tally(['done', 'away']);
  const away = { is: false };
  const answer = async (): Promise<undefined> => {
    if (away.is) throw new StoreAway('of this test');
    return undefined;
  };
  const plain: ObjectStore = { put: answer, replace: answer, get: answer, remove: answer };
  const store = countedStore(plain, tally);
  expect(tally.read()).toEqual({ done: 0, away: 0 });
  const all = () =>
    Promise.allSettled([
      store.put('a', Buffer.of(1)),
      store.replace('a', Buffer.of(1)),
      store.get('a'),
      store.remove('a'),
    ]);
  await all();
  expect(tally.read()).toEqual({ done: 4, away: 0 });
  away.is = true;
  expect((await all()).every(({ status }) => status === 'rejected')).toBe(true);
  expect(tally.read()).toEqual({ done: 4, away: 4 });
});
