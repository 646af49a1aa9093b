import { price, rate } from '@plimsoll/money';
import { expect, test } from 'vitest';
import { ManualClock } from '../platform/clock.ts';
import { sampleMarket } from '../testing/sample-market.ts';
import { LiveData } from './live-data.ts';

const START_MS = Date.UTC(2026, 10, 20, 9);
const errors: string[] = [];
const btc = sampleMarket('BTC', 'USDT');

function open() {
  const clock = new ManualClock(START_MS);
  const data = new LiveData({
    clock,
    log: {
      error: (_, message) => {
        errors.push(message);
      },
    },
    freshSeconds: () => 5,
    spotFee: () => rate('0.001'),
  });
  data.setCatalogue({ coins: [btc.base, btc.quote], markets: [btc], tabs: [], tabOf: new Map() });
  const tick = (at: number, sourceTimeMs = clock.nowMs()) =>
    data.takeTick({ symbol: 'btcusdt', sourceTimeMs, price: at, size: 1 });
  return { clock, data, tick };
}

test('ten thousand garbled, late or far too high ticks between good ones leave only a count', () => {
  const { clock, data, tick } = open();
  tick(100);
  for (let each = 0; each < 10_000; each += 1) {
    const junk = [Number.NaN, -1, 0, Number.POSITIVE_INFINITY, 100_000, 0.1][each % 6] ?? 0;
    tick(junk);
    tick(100, START_MS - 1 - each);
    if (each % 5 === 0) {
      clock.advance(1);
      tick(100 + (each % 3));
    }
  }
  const candle = data.candles(btc.id, '1day', 1)[0];
  expect(candle).toMatchObject({ open: 100, high: 102, low: 100, count: 2001 });
  const counted = Object.values(data.quarantined()).reduce((total, each) => total + each, 0);
  expect(counted).toBe(20_000);
});

test('a failing listener does not affect the others and is named in the log', () => {
  const { data, tick } = open();
  const received: bigint[] = [];
  data.onTick(() => {
    throw new Error('broken');
  });
  const stop = data.onTick(({ price: at }) => {
    received.push(at);
  });
  tick(100);
  stop();
  tick(101);
  expect(received).toEqual([price('100')]);
  expect(errors).toEqual(['listener failed', 'listener failed']);
});

test('a disabled market disappears from every answer, and is the same once enabled again', () => {
  const { data, tick } = open();
  tick(100);
  data.setCatalogue({ coins: [], markets: [], tabs: [], tabOf: new Map() });
  expect([
    data.list(),
    data.bySymbol('btcusdt'),
    data.lastTick(btc.id),
    data.isFresh(btc.id),
    data.candles(btc.id, '1min', 5),
  ]).toEqual([[], undefined, undefined, false, []]);
  expect(tick(101)).toBeUndefined();
  data.setCatalogue({ coins: [], markets: [btc], tabs: [], tabOf: new Map() });
  expect(data.lastTick(btc.id)?.price).toBe(price('100'));
});

test('a market is fresh while its last book is, however long ago it was traded', () => {
  const { clock, data, tick } = open();
  const book = () =>
    data.takeBook({ symbol: 'btcusdt', sourceTimeMs: clock.nowMs(), bids: [[99, 1]], asks: [[101, 1]] });
  tick(100);
  expect(data.isFresh(btc.id)).toBe(false);
  book();
  expect(data.isFresh(btc.id)).toBe(true);
  clock.advance(60_000);
  book();
  expect(data.isFresh(btc.id)).toBe(true);
  clock.advance(5_001);
  tick(100);
  expect(data.isFresh(btc.id)).toBe(false);
});

test('there is no mark while the market is stale, even when the mark itself is recent', () => {
  const { clock, data, tick } = open();
  tick(100);
  const book = () =>
    data.takeBook({ symbol: 'btcusdt', sourceTimeMs: clock.nowMs(), bids: [[99, 1]], asks: [[101, 1]] });
  const mark = (seq: number) =>
    data.takeMark({ marketId: btc.id, seq, timeMs: clock.nowMs(), price: price('100'), held: false, sources: [] });
  mark(1);
  expect(data.mark(btc.id)).toBeUndefined();
  book();
  expect(data.mark(btc.id)?.seq).toBe(1);
  clock.advance(5_001);
  mark(2);
  expect(data.mark(btc.id)).toBeUndefined();
  book();
  expect(data.mark(btc.id)?.seq).toBe(2);
});
