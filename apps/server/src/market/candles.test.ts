import { PERIODS, type KlineBar, type Period } from '@plimsoll/contract';
import { format } from '@plimsoll/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pieceOf, SERIES_LENGTH } from './candle-series.ts';
import { MarketCandles } from './candles.ts';
import { nextPeriod, PERIOD_MS, periodStart } from './periods.ts';

const START_MS = Date.UTC(2026, 1, 27, 15, 30);
const HOUR_MS = 3_600_000;

interface Trade {
  readonly ms: number;
  readonly price: number;
  readonly size: number;
}
const trades = fc
  .array(
    fc.record({
      gap: fc.oneof(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 0, max: 2 * HOUR_MS })),
      price: fc.integer({ min: 1, max: 10_000 }),
      size: fc.integer({ min: 1, max: 1_000 }),
    }),
    { minLength: 1, maxLength: 120 },
  )
  .map((list): Trade[] => {
    let ms = START_MS;
    return list.map(({ gap, price, size }) => ({ ms: (ms += gap), price: price / 100, size: size / 1000 }));
  });

function candlesOf(list: readonly Trade[]): MarketCandles {
  const candles = new MarketCandles();
  for (const { ms, price, size } of list) candles.add(pieceOf(price, size, ms));
  return candles;
}
const oldestFirst = (candles: MarketCandles, period: Period, nowMs: number) =>
  candles.newest(period, SERIES_LENGTH, nowMs).toReversed();
const close = (a: number, b: number) => Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(b));

function summed(bars: readonly KlineBar[]): Omit<KlineBar, 'id'> {
  const traded = bars.filter((bar) => bar.count > 0);
  const used = traded.length > 0 ? traded : bars.slice(0, 1);
  const total = (field: 'amount' | 'vol' | 'count') => used.reduce((sum, bar) => sum + bar[field], 0);
  return {
    open: used[0]?.open ?? 0,
    close: used.at(-1)?.close ?? 0,
    high: Math.max(...used.map((bar) => bar.high)),
    low: Math.min(...used.map((bar) => bar.low)),
    amount: total('amount'),
    vol: total('vol'),
    count: total('count'),
  };
}

test('whatever the ticks, every larger bar adds up the minutes in it, and no period is missing', () => {
  fc.assert(
    fc.property(trades, (list) => {
      const candles = candlesOf(list);
      const nowMs = list.at(-1)?.ms ?? START_MS;
      fc.pre(nowMs - START_MS < (SERIES_LENGTH - 10) * 60_000);
      const minutes = oldestFirst(candles, '1min', nowMs);
      for (const period of PERIODS) {
        const bars = oldestFirst(candles, period, nowMs);
        expect(bars.at(-1)?.id).toBe(periodStart(period, nowMs) / 1000);
        for (const [index, bar] of bars.entries()) {
          expect(bars[index + 1]?.id ?? nextPeriod(period, bar.id * 1000) / 1000).toBe(
            nextPeriod(period, bar.id * 1000) / 1000,
          );
          const sum = summed(minutes.filter((minute) => periodStart(period, minute.id * 1000) === bar.id * 1000));
          expect([bar.open, bar.close, bar.high, bar.low, bar.count]).toEqual([
            sum.open,
            sum.close,
            sum.high,
            sum.low,
            sum.count,
          ]);
          expect(close(bar.amount, sum.amount) && close(bar.vol, sum.vol)).toBe(true);
        }
      }
    }),
    { numRuns: 60 },
  );
});

test('the order of arrival of ticks of different moments does not matter', () => {
  fc.assert(
    fc.property(trades, fc.infiniteStream(fc.nat()), (list, keys) => {
      const distinct = list.filter((trade, index) => trade.ms !== list[index - 1]?.ms);
      const nowMs = distinct.at(-1)?.ms ?? START_MS;
      const shuffled = distinct
        .map((trade) => ({ trade, key: keys.next().value as number }))
        .toSorted((a, b) => a.key - b.key)
        .map(({ trade }) => trade);
      const inOrder = candlesOf(distinct);
      const mixed = candlesOf(shuffled);
      for (const period of PERIODS) {
        const traded = (candles: MarketCandles) =>
          oldestFirst(candles, period, nowMs)
            .filter((bar) => bar.count > 0)
            .map(({ amount, vol, ...rest }) => ({ ...rest, amount: amount.toFixed(6), vol: vol.toFixed(4) }));
        expect(traded(mixed)).toEqual(traded(inOrder));
      }
    }),
    { numRuns: 60 },
  );
});

test('a period without ticks is flat at the last close, up to now', () => {
  const candles = candlesOf([
    { ms: START_MS, price: 5, size: 1 },
    { ms: START_MS + 1, price: 7, size: 1 },
  ]);
  const bars = candles.newest('1min', 10, START_MS + 3 * 60_000);
  expect(bars).toHaveLength(4);
  expect(bars[0]).toEqual({
    id: START_MS / 1000 + 180,
    open: 7,
    close: 7,
    low: 7,
    high: 7,
    amount: 0,
    vol: 0,
    count: 0,
  });
  candles.add(pieceOf(9, 1, START_MS + 2 * 60_000));
  expect(candles.newest('1min', 10, START_MS + 3 * 60_000)[1]).toMatchObject({
    open: 9,
    close: 9,
    low: 9,
    high: 9,
    count: 1,
  });
});

test('after the clock was set back, later bars are not shown before their time', () => {
  const candles = candlesOf([
    { ms: START_MS, price: 5, size: 1 },
    { ms: START_MS + 24 * HOUR_MS, price: 7, size: 1 },
  ]);
  expect(candles.newest('60min', 5, START_MS).map((bar) => bar.close)).toEqual([5]);
});

test('no more bars are kept than a chart may request, after any pause', () => {
  const candles = candlesOf([{ ms: START_MS, price: 5, size: 1 }]);
  for (let day = 1; day <= 40; day += 1) candles.add(pieceOf(day, 1, START_MS + day * 24 * HOUR_MS));
  const minutes = candles.newest('1min', SERIES_LENGTH + 500, START_MS + 40 * 24 * HOUR_MS);
  expect(minutes.length).toBeGreaterThanOrEqual(SERIES_LENGTH);
  expect(minutes.length).toBeLessThan(SERIES_LENGTH + 101);
  expect(minutes[1]).toMatchObject({ close: 39, count: 0 });
  expect(candles.newest('1day', 100, START_MS + 40 * 24 * HOUR_MS)).toHaveLength(41);
});

test('figures of the last 24 hours exclude older ticks and open at the start of the window', () => {
  const candles = candlesOf([
    { ms: START_MS, price: 50, size: 9 },
    { ms: START_MS + HOUR_MS, price: 10, size: 1 },
    { ms: START_MS + 2 * HOUR_MS, price: 12, size: 2 },
    { ms: START_MS + 24 * HOUR_MS, price: 8, size: 3 },
  ]);
  const day = candles.day(START_MS + 24 * HOUR_MS + 30 * 60_000);
  expect(day && [day.open, day.high, day.low, day.close, day.amount, day.vol].map(format)).toEqual([
    '50.00000000',
    '50.00000000',
    '8.00000000',
    '8.00000000',
    '6.00000000',
    '58.00000000',
  ]);
  expect(day?.count).toBe(3);
});

test('changed bars are returned once, without flat ones', () => {
  const candles = candlesOf([
    { ms: START_MS, price: 5, size: 1 },
    { ms: START_MS + 5 * PERIOD_MS['1min'], price: 6, size: 1 },
  ]);
  const changed = candles.takeChanged();
  expect(changed.filter(({ period }) => period === '1min')).toHaveLength(2);
  expect(changed.every(({ bar }) => bar.count > 0)).toBe(true);
  expect(candles.takeChanged()).toEqual([]);
});

test('stored bars are restored unchanged, unless ticks have filled them', () => {
  const list: Trade[] = [
    { ms: START_MS, price: 5, size: 1 },
    { ms: START_MS + 90_000, price: 6, size: 2 },
  ];
  const candles = new MarketCandles();
  for (const { period, bar } of candlesOf(list).takeChanged()) candles.restore(period, bar);
  for (const period of PERIODS)
    expect(oldestFirst(candles, period, START_MS + HOUR_MS)).toEqual(
      oldestFirst(candlesOf(list), period, START_MS + HOUR_MS),
    );
  candles.add(pieceOf(9, 1, START_MS + 90_001));
  candles.restore('1min', {
    id: START_MS / 1000 + 60,
    open: 1,
    close: 1,
    low: 1,
    high: 1,
    amount: 1,
    vol: 1,
    count: 1,
  });
  expect(candles.at('1min', START_MS + 60_000)).toMatchObject({ open: 6, close: 9, count: 2 });
});
