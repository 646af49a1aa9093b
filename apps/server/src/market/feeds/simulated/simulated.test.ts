import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ManualClock } from '../../../platform/clock.ts';
import { sampleMarket } from '../../../testing/sample-market.ts';
import type { RawBook, RawQuote, RawTick } from '../feed.ts';
import { BridgePath } from './bridge-path.ts';
import { SimulatedFeed } from './simulated.ts';
import { Strand } from './strand.ts';
import { World } from './world.ts';

const START_MS = Date.UTC(2026, 10, 20, 9);
const YEARS_MS = 20 * 365 * 86_400_000;
const btc = sampleMarket('BTC', 'USDT', { step: '0.00001' });
const eth = sampleMarket('ETH', 'USDT');
const ethbtc = sampleMarket('ETH', 'BTC', { priceStep: '0.000001' });
const markets = [btc, eth, ethbtc];
const feedOf = (seed: string, clock = new ManualClock(START_MS), rate = 2) => new SimulatedFeed({ clock, seed, rate });

function collect(feed: SimulatedFeed, clock: ManualClock, forMs: number) {
  const ticks: RawTick[] = [];
  const books: RawBook[] = [];
  const gaps: number[] = [];
  const quotes: RawQuote[] = [];
  feed.start(
    markets,
    {
      tick: (raw) => {
        ticks.push(raw);
      },
      book: (raw) => {
        books.push(raw);
      },
      quote: (raw) => {
        quotes.push(raw);
      },
      sourceDown() {},
      gap: (sinceMs) => {
        gaps.push(sinceMs);
      },
    },
    clock.nowMs(),
  );
  clock.advance(forMs);
  return { ticks, books, quotes, gaps };
}

/** Log returns of a coin over steps of `stepMs`. */
function returns(world: World, coin: string, stepMs: number, count: number): number[] {
  const heights = Array.from({ length: count + 1 }, (_, index) => world.logWorth(coin, START_MS + index * stepMs));
  return heights.slice(1).map((height, index) => height - (heights[index] ?? 0));
}
const mean = (values: readonly number[]) => values.reduce((total, each) => total + each, 0) / values.length;
const correlation = (a: readonly number[], b: readonly number[]) => {
  const [ma, mb] = [mean(a), mean(b)];
  const product = (x: readonly number[], mx: number, y: readonly number[], my: number) =>
    mean(x.map((each, index) => (each - mx) * ((y[index] ?? 0) - my)));
  return product(a, ma, b, mb) / Math.sqrt(product(a, ma, a, ma) * product(b, mb, b, mb));
};

test('a height does not depend on earlier calls or their resolution', () => {
  const path = new BridgePath(new Strand('7', 'path'), 0.5);
  const moment = fc.integer({ min: START_MS - YEARS_MS, max: START_MS + YEARS_MS });
  fc.assert(
    fc.property(
      fc.array(moment, { maxLength: 20 }),
      moment,
      fc.constantFrom(0, 1_000, 3_600_000),
      (before, at, finestMs) => {
        for (const each of before) path.at(each, finestMs);
        const asked = path.at(at);
        const busy = path.busyness();
        const untouched = new BridgePath(new Strand('7', 'path'), 0.5);
        expect(asked).toBe(untouched.at(at));
        expect(busy).toBe(untouched.busyness());
      },
    ),
  );
});

test('the path has no jumps: neighbouring moments are close, at anchors too', () => {
  const path = new BridgePath(new Strand('3', 'path'), 0.5);
  fc.assert(
    fc.property(fc.integer({ min: START_MS - YEARS_MS, max: START_MS }), (at) => {
      expect(Math.abs(path.at(at + 1) - path.at(at))).toBeLessThan(0.003);
    }),
  );
  const anchor = Math.ceil(START_MS / (2 ** 23 * 1000)) * 2 ** 23 * 1000;
  expect(Math.abs(path.at(anchor) - path.at(anchor - 1))).toBeLessThan(0.003);
});

test('the same seed gives the same ticks and books, in one run or with a restart in between', () => {
  const whole = new ManualClock(START_MS);
  const inOne = collect(feedOf('a', whole), whole, 10_000);
  const clock = new ManualClock(START_MS);
  const first = feedOf('a', clock);
  const before = collect(first, clock, 4_000);
  void first.stop();
  const after = collect(feedOf('a', clock), clock, 6_000);
  expect([...before.ticks, ...after.ticks]).toEqual(inOne.ticks);
  expect([...before.books, ...after.books]).toEqual(inOne.books);
  expect(inOne.ticks.length).toBe(60);
  const other = new ManualClock(START_MS);
  expect(collect(feedOf('b', other), other, 10_000).ticks).not.toEqual(inOne.ticks);
});

test('a world names its generator, so that candles of another do not continue in it', () => {
  expect(feedOf('a').identity.world).toBe('simulated-2:a');
});

test('sequence numbers rise, and FEED_RATE ticks a second come of each market', () => {
  const clock = new ManualClock(START_MS);
  const { ticks } = collect(feedOf('a', clock, 10), clock, 5_000);
  for (const { symbol } of markets) {
    const seqs = ticks.filter((tick) => tick.symbol === symbol).map((tick) => tick.seq ?? 0);
    expect(Math.abs(seqs.length - 50)).toBeLessThanOrEqual(1);
    expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => a - b));
  }
});

test('three venues show one world, each slightly off; no two are ever silent at once', () => {
  const clock = new ManualClock(START_MS);
  const { quotes } = collect(feedOf('venues', clock), clock, 1_200_000);
  const bySlot = Map.groupBy(
    quotes.filter(({ symbol }) => symbol === 'btcusdt'),
    ({ sourceTimeMs }) => Math.floor((sourceTimeMs - START_MS) / 1_000),
  );
  expect(new Set(quotes.map(({ source }) => source))).toEqual(new Set(['sim-1', 'sim-2', 'sim-3']));
  // Lags may move quotes of the first and last two slots out of the window.
  const inner = [...bySlot].filter(([slot]) => slot > 0 && slot < 1_198);
  for (const [, venues] of inner) {
    expect(new Set(venues.map(({ source }) => source)).size).toBeGreaterThanOrEqual(2);
    const mids = venues.map(({ bid, ask }) => (bid + ask) / 2);
    expect((Math.max(...mids) - Math.min(...mids)) / Math.min(...mids)).toBeLessThan(0.004);
    for (const { bid, ask, depth } of venues) expect([ask > bid, depth > 0]).toEqual([true, true]);
  }
});

test('a pause of the process is a gap, not a burst', () => {
  const clock = new ManualClock(START_MS);
  const feed = feedOf('a', clock);
  const { ticks, gaps } = collect(feed, clock, 1_000);
  const before = ticks.length;
  clock.set(START_MS + 61_000);
  clock.advance(100);
  expect(gaps).toEqual([START_MS + 1_000]);
  expect(ticks.length - before).toBeLessThan(4);
});

test('with the clock set back the world continues, and nothing is emitted twice', () => {
  const straight = new ManualClock(START_MS);
  const expected = collect(feedOf('a', straight), straight, 10_000).ticks;
  const clock = new ManualClock(START_MS);
  const ticks: RawTick[] = [];
  const sink = {
    tick: (raw: RawTick) => {
      ticks.push(raw);
    },
    book() {},
    quote() {},
    sourceDown() {},
    gap() {},
  };
  for (const { backMs, knownMs, forMs } of [
    { backMs: 0, knownMs: 0, forMs: 5_000 },
    { backMs: 86_400_000, knownMs: 5_000, forMs: 3_000 },
    { backMs: 90_000_000, knownMs: 8_000, forMs: 2_000 },
  ]) {
    clock.set(START_MS - backMs);
    const feed = feedOf('a', clock);
    feed.start(markets, sink, START_MS + knownMs);
    clock.advance(forMs);
    void feed.stop();
  }
  expect(ticks).toEqual(expected);
});

test('books are uncrossed, ordered and positive, on the steps of price and size', () => {
  const isOnStep = (value: number, step: number) => Math.abs(value / step - Math.round(value / step)) < 1e-6;
  fc.assert(
    fc.property(fc.integer({ min: START_MS, max: START_MS + YEARS_MS }), fc.constantFrom(...markets), (at, market) => {
      for (const moment of feedOf('books').moments(market, at, at + 1_500)) {
        const { bids, asks } = moment.book();
        expect(bids.length).toBe(20);
        expect(asks.length).toBe(20);
        const ladder = [...bids.map(([price]) => price).toReversed(), ...asks.map(([price]) => price)];
        expect(ladder).toEqual([...new Set(ladder)].toSorted((a, b) => a - b));
        for (const [price, size] of [...bids, ...asks]) {
          expect(isOnStep(price, Number(market.priceStep) / 1e8)).toBe(true);
          expect(isOnStep(size, Number(market.step) / 1e8)).toBe(true);
          expect(size).toBeGreaterThan(0);
        }
        expect([bids[0]?.[0], asks[0]?.[0]]).toContain(moment.tick.price);
      }
    }),
    { numRuns: 40 },
  );
});

test('a cross market is the quotient of its legs, within their spreads', () => {
  const feed = feedOf('cross');
  for (let minute = 0; minute < 200; minute += 1) {
    const at = START_MS + minute * 61_000;
    const priceOf = (market: typeof btc) => [...feed.moments(market, at, at + 1_000)][0]?.tick.price ?? 0;
    expect(Math.abs(priceOf(ethbtc) / (priceOf(eth) / priceOf(btc)) - 1)).toBeLessThan(0.002);
  }
});

test.each(['1', 'tide', 'x'])(
  "returns are like a market's: fat tails, volatility in clusters, coins that follow Bitcoin (seed %s)",
  (seed) => {
    const world = new World(seed);
    const minutes = returns(world, 'BTC', 60_000, 20_000);
    const variance = mean(minutes.map((each) => each ** 2));
    expect(mean(minutes.map((each) => each ** 4)) / variance ** 2).toBeGreaterThan(3.5);
    const moves = minutes.map(Math.abs);
    expect(correlation(moves.slice(0, -1), moves.slice(1))).toBeGreaterThan(0.05);
    expect(correlation(moves.slice(0, -20), moves.slice(20))).toBeGreaterThan(0.03);
    expect(Math.abs(correlation(minutes.slice(0, -1), minutes.slice(1)))).toBeLessThan(0.05);
    for (const coin of ['ETH', 'SOL', 'XRP', 'DOGE', 'TRX']) {
      const together = correlation(returns(world, coin, 3_600_000, 3_000), returns(world, 'BTC', 3_600_000, 3_000));
      expect(together).toBeGreaterThan(0.4);
      expect(together).toBeLessThan(0.99);
    }
    const yearly = Math.sqrt(variance * 525_960);
    expect(yearly).toBeGreaterThan(0.1);
    expect(yearly).toBeLessThan(1.2);
  },
);

test('prices stay near their usual level', () => {
  for (let seed = 0; seed < 40; seed += 1) {
    const price = Math.exp(new World(String(seed)).logWorth('BTC', START_MS));
    expect(price).toBeGreaterThan(97_000 / 2.5);
    expect(price).toBeLessThan(97_000 * 2.5);
  }
});

test('a short history consists of the exact ticks, and a long one fits to it', async () => {
  const feed = feedOf('history');
  const fromMs = START_MS + 12_345;
  const toMs = START_MS + 185_000;
  const bars = await feed.history(btc, '1min', fromMs, toMs);
  const ticks = [...feed.moments(btc, fromMs - 1, toMs)].map(({ tick }) => tick);
  expect(bars.map((bar) => bar.startMs)).toEqual([fromMs, START_MS + 60_000, START_MS + 120_000, START_MS + 180_000]);
  expect(bars.reduce((total, bar) => total + bar.count, 0)).toBe(ticks.length);
  expect(Math.max(...bars.map((bar) => bar.high))).toBe(Math.max(...ticks.map((tick) => tick.price)));
  expect(bars.at(-1)?.close).toBe(ticks.at(-1)?.price);
  const days = await feed.history(btc, '1day', START_MS - 30 * 86_400_000, START_MS);
  expect(days.slice(1).map((day) => day.open)).toEqual(days.slice(0, -1).map((day) => day.close));
  for (const day of days) {
    expect(day.low).toBeLessThanOrEqual(Math.min(day.open, day.close));
    expect(day.high).toBeGreaterThanOrEqual(Math.max(day.open, day.close));
  }
  const last = [...feed.moments(btc, START_MS - 1_000, START_MS)].at(-1)?.tick.price ?? 0;
  expect(Math.abs((days.at(-1)?.close ?? 0) / last - 1)).toBeLessThan(0.005);
});
