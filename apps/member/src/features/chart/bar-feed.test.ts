import type { StreamTick } from '@plimsoll/contract';
import { expect, test } from 'vitest';
import { createBarFeed, type Bar } from './bar-feed.ts';

const MINUTE_S = 60;
const bar = (minute: number, close = 100): Bar => ({
  id: minute * MINUTE_S,
  open: 100,
  high: Math.max(100, close),
  low: Math.min(100, close),
  close,
  vol: 1,
});
const history = (newest: number, size: number): Bar[] =>
  Array.from({ length: size }, (_, at) => bar(newest - size + 1 + at));

function setUp({ maxBars = 10_000 } = {}) {
  const asked: { size: number; answer: (bars: readonly Bar[]) => Promise<void>; fail: () => Promise<void> }[] = [];
  const settled = () =>
    new Promise<void>((resolve) => {
      setTimeout(resolve);
    });
  let publish: (message: StreamTick) => void = () => {};
  let resume: () => void = () => {};
  let nowMs = 1_000_000;
  let ts = 0;
  const feed = createBarFeed({
    load: (size) =>
      new Promise((resolve, reject) => {
        asked.push({
          size,
          async answer(bars) {
            resolve(bars.slice(-maxBars));
            await settled();
          },
          async fail() {
            reject(new Error('cut'));
            await settled();
          },
        });
      }),
    follow(listener) {
      publish = listener;
      return () => {
        publish = () => {};
      };
    },
    onResume(listener) {
      resume = listener;
      return () => {
        resume = () => {};
      };
    },
    nowMs: () => nowMs,
  });
  const stop = feed.start();
  return {
    feed,
    stop,
    asked,
    tick: (tick: Bar, atMs = (ts += 1)) => publish({ symbol: 'btcusdt', resolution: '1', tick, ts: atMs }),
    resume: () => resume(),
    pass: (ms: number) => {
      nowMs += ms;
    },
    ask: (at: number) => {
      const found = asked[at];
      if (!found) throw new Error(`history was asked ${asked.length} times`);
      return found;
    },
  };
}

test('200 bars are loaded first, and shown once they are there', async () => {
  const { feed, ask } = setUp();
  expect(feed.phase()).toBe('loading');
  expect(ask(0).size).toBe(200);
  await ask(0).answer(history(1000, 200));
  expect(feed.phase()).toBe('ready');
  expect(feed.bars()).toHaveLength(200);
});

test('the last bar moves with the stream, and a new one begins after it', async () => {
  const { feed, ask, tick } = setUp();
  await ask(0).answer(history(1000, 200));
  const received: Bar[] = [];
  feed.watch({ reset: () => {}, last: (last) => received.push(last) });
  tick(bar(1000, 104));
  tick(bar(1001, 105));
  expect(received.map(({ close }) => close)).toEqual([104, 105]);
  expect(feed.bars()).toHaveLength(201);
  expect(feed.bars().at(-2)?.close).toBe(104);
});

test('a tick that arrives before history is kept', async () => {
  const { feed, ask, tick } = setUp();
  tick(bar(1001, 107));
  expect(feed.bars()).toEqual([]);
  await ask(0).answer(history(1000, 200));
  expect(feed.bars().at(-1)).toEqual(bar(1001, 107));
});

test('a tick of a past bar changes nothing', async () => {
  const { feed, ask, tick } = setUp();
  await ask(0).answer(history(1000, 200));
  const before = feed.bars();
  tick(bar(998, 500));
  expect(feed.bars()).toBe(before);
});

test('older bars are loaded by 200 more, one request at a time, up to 2000', async () => {
  const { feed, ask, asked } = setUp();
  await ask(0).answer(history(5000, 200));
  for (let size = 400; size <= 2000; size += 200) {
    feed.older();
    feed.older();
    expect(asked.at(-1)?.size).toBe(size);
    await asked.at(-1)?.answer(history(5000, size));
    expect(feed.bars()).toHaveLength(size);
  }
  expect(asked).toHaveLength(10);
  feed.older();
  expect(asked).toHaveLength(10);
});

test('without older bars they are not loaded again', async () => {
  const { feed, ask, asked } = setUp({ maxBars: 300 });
  await ask(0).answer(history(1000, 200));
  feed.older();
  await ask(1).answer(history(1000, 400));
  expect(feed.bars()).toHaveLength(300);
  feed.older();
  expect(asked).toHaveLength(2);
});

test('a break of the stream is repaired from history, with no fewer bars than are shown', async () => {
  const { feed, ask, tick, resume } = setUp();
  await ask(0).answer(history(1000, 200));
  feed.older();
  await ask(1).answer(history(1000, 400));
  resume();
  expect(ask(2).size).toBe(400);
  tick(bar(1005, 101));
  await ask(2).answer(history(1004, 400));
  expect(
    feed
      .bars()
      .slice(-3)
      .map(({ id }) => id / MINUTE_S),
  ).toEqual([1003, 1004, 1005]);
  expect(feed.phase()).toBe('ready');
});

test('a failed repair is tried again with a later tick, not with every one', async () => {
  const { ask, asked, tick, resume, pass, feed } = setUp();
  await ask(0).answer(history(1000, 200));
  resume();
  await ask(1).fail();
  expect(feed.phase()).toBe('ready');
  tick(bar(1001));
  expect(asked).toHaveLength(2);
  pass(3000);
  tick(bar(1001, 101));
  expect(asked).toHaveLength(3);
  await ask(2).answer(history(1001, 200));
  pass(3000);
  tick(bar(1001, 102));
  expect(asked).toHaveLength(3);
});

test('failed history is reported, and loaded again when the stream is open again', async () => {
  const { feed, ask, resume } = setUp();
  await ask(0).fail();
  expect(feed.phase()).toBe('failed');
  resume();
  await ask(1).answer(history(1000, 200));
  expect(feed.phase()).toBe('ready');
});

test('a repeated tick is no movement of the market', async () => {
  const { feed, ask, tick, pass } = setUp();
  await ask(0).answer(history(1000, 200));
  const begun = feed.movedAtMs();
  pass(2000);
  tick(bar(1000, 101), 5);
  const moved = feed.movedAtMs();
  expect(moved).toBe(begun + 2000);
  pass(7000);
  tick(bar(1000, 101), 5);
  expect(feed.movedAtMs()).toBe(moved);
  tick(bar(1000, 101), 6);
  expect(feed.movedAtMs()).toBe(moved + 7000);
});

test('without ticks the market has been silent since its bars were loaded', async () => {
  const { feed, ask, pass } = setUp();
  expect(feed.movedAtMs()).toBe(0);
  pass(500);
  await ask(0).answer(history(1000, 200));
  expect(feed.movedAtMs()).toBe(1_000_500);
});

test('a stopped feed draws nothing more', async () => {
  const { feed, ask, tick, stop } = setUp();
  stop();
  await ask(0).answer(history(1000, 200));
  tick(bar(1001));
  expect(feed.bars()).toEqual([]);
});
