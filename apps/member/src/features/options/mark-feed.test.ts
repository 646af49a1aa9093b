import type { StreamMark } from '@plimsoll/contract';
import { format, price } from '@plimsoll/money';
import { expect, test } from 'vitest';
import { createMarkFeed, KEPT_MS, type MarkPoint } from './mark-feed.ts';

function setUp(load: (sinceMs: number) => Promise<readonly MarkPoint[]> = () => Promise.resolve([])) {
  let say: (message: StreamMark) => void = () => {};
  let resume: () => void = () => {};
  const asked: number[] = [];
  let nowMs = 1_000;
  const feed = createMarkFeed({
    load: (sinceMs) => {
      asked.push(sinceMs);
      return load(sinceMs);
    },
    follow: (listener) => {
      say = listener;
      return () => {
        say = () => {};
      };
    },
    onResume: (listener) => {
      resume = listener;
      return () => {};
    },
    nowMs: () => nowMs,
  });
  const stop = feed.listen(() => {});
  return {
    feed,
    asked,
    stop,
    mark: (seq: number, at: string, ts = seq * 200, age = 0) =>
      say({ symbol: 'btcusdt', mark: { seq, price: at, sources: 3 }, ts, age }),
    resume: () => resume(),
    wait: (ms: number) => {
      nowMs += ms;
    },
  };
}
const point = (seq: number, at: string): MarkPoint => ({ seq, atMs: seq * 200, price: price(at) });
const drawn = (points: readonly MarkPoint[]) => points.map(({ seq, price: at }) => [seq, format(at)]);
const settled = () =>
  new Promise((resolve) => {
    setTimeout(resolve, 0);
  });

test('the last mark has its exact price, its sources and its time; a repeated mark keeps its age', () => {
  const { feed, mark, wait } = setUp();
  expect(feed.last()).toBeUndefined();
  mark(5, '100.00000001');
  wait(500);
  mark(5, '100.00000001');
  expect(feed.last()).toEqual({ price: price('100.00000001'), sources: 3, atMs: 1_000, madeAtMs: 1_000 });
});

test('a mark that was old when it was sent is as old here', () => {
  const { feed, mark } = setUp();
  mark(5, '100', 1_000, 400);
  expect(feed.last()).toMatchObject({ atMs: 600, madeAtMs: 1_000 });
});

test('earlier marks are loaded once, in order, without duplicates', async () => {
  const { feed, asked, mark } = setUp(() => Promise.resolve([point(3, '1'), point(4, '2'), point(5, '3')]));
  mark(5, '3');
  feed.reach(600);
  mark(6, '4');
  feed.reach(600);
  feed.reach(900);
  await settled();
  expect(asked).toEqual([600]);
  expect(drawn(feed.points())).toEqual([
    [3, '1.00000000'],
    [4, '2.00000000'],
    [5, '3.00000000'],
    [6, '4.00000000'],
  ]);
});

test('a break of the stream is repaired from the last mark on, where the past was asked for', async () => {
  const { feed, asked, mark, resume } = setUp((sinceMs) =>
    Promise.resolve(sinceMs >= 1_000 ? [point(5, '1'), point(6, '2')] : []),
  );
  resume();
  expect(asked).toEqual([]);
  mark(5, '1');
  feed.reach(200);
  resume();
  mark(7, '3');
  await settled();
  expect(asked).toEqual([200, 1_000]);
  expect(drawn(feed.points()).map(([seq]) => seq)).toEqual([5, 6, 7]);
});

test('a failed load is tried again by the next reader', async () => {
  const { feed, asked } = setUp(() => Promise.reject(new Error('cut')));
  feed.reach(200);
  await settled();
  feed.reach(200);
  expect(asked).toEqual([200, 200]);
});

test('marks older than the limit are dropped', () => {
  const { feed, mark } = setUp();
  mark(1, '1', 1_000);
  mark(2, '2', 2_000);
  mark(3, '3', 1_500 + KEPT_MS);
  expect(drawn(feed.points()).map(([seq]) => seq)).toEqual([2, 3]);
});

test('without listeners nothing is followed or kept', async () => {
  const { feed, mark, stop } = setUp(() => Promise.resolve([point(1, '1')]));
  mark(5, '1');
  feed.reach(200);
  stop();
  mark(6, '2');
  await settled();
  expect([feed.last(), feed.points()]).toEqual([undefined, []]);
});
