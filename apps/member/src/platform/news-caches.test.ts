import { InfiniteQueryObserver, onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { caughtUp, freshenAfter } from './news-caches.ts';
import { queryClient } from './query.ts';

const page = { visibilityState: 'visible' };
let stops: (() => void)[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  onlineManager.setOnline(true);
  vi.stubGlobal('document', page);
});
afterEach(() => {
  for (const stop of stops) stop();
  stops = [];
  page.visibilityState = 'visible';
  // The pause after the last event.
  vi.runAllTimers();
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A shown query that counts how often it was read. */
async function shown(name: string): Promise<{ reads: number }> {
  const counted = { reads: 0 };
  const observer = new QueryObserver(queryClient, {
    queryKey: [name],
    queryFn: () => {
      counted.reads += 1;
      return counted.reads;
    },
  });
  stops.push(observer.subscribe(() => {}));
  await vi.advanceTimersByTimeAsync(0);
  return counted;
}

test('an event reads again what it made old, and nothing else', async () => {
  const [balances, orders] = [await shown('getUserBalanceList'), await shown('tradegetOrderList')];
  freshenAfter('balance');
  await vi.advanceTimersByTimeAsync(0);
  expect([balances.reads, orders.reads]).toEqual([2, 1]);
  freshenAfter('order');
  await vi.advanceTimersByTimeAsync(0);
  expect([balances.reads, orders.reads]).toEqual([2, 2]);
});

test('a burst reads at once, and once more after a second', async () => {
  const balances = await shown('getUserBalanceList');
  for (let turn = 0; turn < 50; turn += 1) freshenAfter('balance');
  await vi.advanceTimersByTimeAsync(999);
  expect(balances.reads).toBe(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(balances.reads).toBe(3);
  await vi.advanceTimersByTimeAsync(5000);
  expect(balances.reads).toBe(3);
});

test('a list is read again while it is at its first page; one that was scrolled on stays', async () => {
  const asked: number[] = [];
  const observer = new InfiniteQueryObserver(queryClient, {
    queryKey: ['tradegetOrderList', 'pages'],
    queryFn: ({ pageParam }) => {
      asked.push(pageParam);
      return pageParam;
    },
    initialPageParam: 1,
    getNextPageParam: (_last, pages) => pages.length + 1,
  });
  stops.push(observer.subscribe(() => {}));
  await vi.advanceTimersByTimeAsync(0);
  freshenAfter('order');
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toEqual([1, 1]);
  await observer.fetchNextPage();
  freshenAfter('order');
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toEqual([1, 1, 2]);
  expect(queryClient.getQueryState(['tradegetOrderList', 'pages'])?.isInvalidated).toBe(true);
});

test('a hidden page reads nothing; what it shows is old', async () => {
  const balances = await shown('getUserBalanceList');
  page.visibilityState = 'hidden';
  freshenAfter('balance');
  await vi.advanceTimersByTimeAsync(0);
  expect([balances.reads, queryClient.getQueryState(['getUserBalanceList'])?.isInvalidated]).toEqual([1, true]);
});

test('after an interruption everything is read again at once; at the first login it is old, and its pace stays', async () => {
  const all = await Promise.all(
    ['getUserBalanceList', 'tradegetOrderList', 'getHyOrderList', 'getNoticeList'].map(shown),
  );
  caughtUp(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(all.map(({ reads }) => reads)).toEqual([1, 1, 1, 1]);
  expect(queryClient.getQueryState(['getHyOrderList'])?.isInvalidated).toBe(true);
  caughtUp(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(all.map(({ reads }) => reads)).toEqual([2, 2, 2, 2]);
});
