import { existsSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ManualClock } from '../../../platform/clock.ts';
import { sampleMarket } from '../../../testing/sample-market.ts';
import type { Moment } from '../simulated/moments.ts';
import { readCandleFile, type CandleFile, type FileMinute } from './candle-file.ts';
import { ReplayFeed } from './replay.ts';
import { continueFrom } from './timeline.ts';

const WALL_MS = Date.UTC(2026, 10, 20, 9);
const FILE_MS = Date.UTC(2023, 2, 1);
const MINUTE_MS = 60_000;
const btc = sampleMarket('BTC', 'USDT', { step: '0.00001' });
const eth = sampleMarket('ETH', 'USDT');
const ethbtc = sampleMarket('ETH', 'BTC', { priceStep: '0.000001' });

const feedOf = (file: CandleFile, speed: number, seed = 'tide') =>
  new ReplayFeed({
    clock: new ManualClock(WALL_MS),
    seed,
    file,
    position: { fileMs: file.minutes[0]?.startMs ?? 0, wallMs: WALL_MS, speed },
    run: 'test',
  });
const everything = (feed: ReplayFeed, market: typeof btc, minutes: number, speed: number): Moment[] => [
  ...feed.moments(market, WALL_MS - 1, WALL_MS + (minutes * MINUTE_MS) / speed),
];

/** Checks what was made of one minute. */
function expectInside(minute: FileMinute, moments: readonly Moment[]): void {
  if (moments.length < 4) throw new Error(`the minute ${minute.startMs} has only ${moments.length} ticks`);
  for (const { tick, book } of moments) {
    const { bids, asks } = book();
    for (const [price] of [[tick.price], ...bids, ...asks]) {
      if (price < minute.low || price > minute.high)
        throw new Error(`${price} lies outside ${minute.low} to ${minute.high}`);
    }
    for (const side of [bids, asks.map(([price, size]) => [-price, size] as const)]) {
      for (const [index, [price]] of side.entries())
        if (index > 0 && price >= (side[index - 1]?.[0] ?? 0)) throw new Error('levels out of order');
    }
    if (bids[0] && asks[0] && bids[0][0] >= asks[0][0]) throw new Error('crossed');
    if (minute.high > minute.low && bids.length + asks.length === 0) throw new Error('no book');
  }
}

function expectAllInside(file: CandleFile, speed: number): void {
  const byMinute = Map.groupBy(
    everything(feedOf(file, speed), btc, (file.minutes.at(-1)?.startMs ?? 0) / MINUTE_MS, speed),
    ({ tick }) => Math.floor(tick.sourceTimeMs / MINUTE_MS) * MINUTE_MS,
  );
  for (const minute of file.minutes) {
    const moments = byMinute.get(minute.startMs) ?? [];
    expectInside(minute, moments);
    const prices = moments.map(({ tick }) => tick.price);
    if (
      prices[0] !== minute.open ||
      prices.at(-1) !== minute.close ||
      Math.max(...prices) !== minute.high ||
      Math.min(...prices) !== minute.low
    ) {
      throw new Error(`the minute ${minute.startMs} was not walked from open over high and low to close`);
    }
  }
}

/** Files with flat minutes, narrow ones and gaps. */
const files = fc
  .array(
    fc.record({
      gap: fc.constantFrom(1, 1, 1, 5),
      base: fc.integer({ min: 1_000_000, max: 3_000_000 }),
      up: fc.nat({ max: 4_000 }),
      down: fc.nat({ max: 4_000 }),
      open: fc.double({ min: 0, max: 1, noNaN: true }),
      close: fc.double({ min: 0, max: 1, noNaN: true }),
      flat: fc.boolean(),
      volume: fc.nat({ max: 9_000 }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((rows): CandleFile => {
    let startMs = FILE_MS;
    return {
      hash: 'generated',
      minutes: rows.map(({ gap, base, up, down, open, close, flat, volume }) => {
        const [low, high] = flat ? [base, base] : [base - down, base + up];
        const at = (part: number) => Math.round(low + (high - low) * part) / 100;
        startMs += gap * MINUTE_MS;
        return { startMs, low: low / 100, high: high / 100, open: at(open), close: at(close), volume: volume / 1000 };
      }),
    };
  });

test('every tick and every level of a book lies within its minute, which is walked from open over both extremes to close', () => {
  fc.assert(
    fc.property(files, fc.constantFrom(1, 7, 60, 5_000), (file, speed) => {
      expect(() => expectAllInside(file, speed)).not.toThrow();
    }),
    { numRuns: 40 },
  );
});

const REAL = fileURLToPath(new URL('../../../../../../../shared/data/btcusdt-1m-2023-03.csv', import.meta.url));
test.skipIf(!existsSync(REAL))(
  'so it is in every minute of a real month (skipped where that file is not at hand)',
  () => {
    expect(() => expectAllInside(readCandleFile(REAL), 60)).not.toThrow();
  },
  60_000,
);

const sample: CandleFile = {
  hash: 'sample',
  minutes: Array.from({ length: 60 }, (_, index) => ({
    startMs: FILE_MS + index * MINUTE_MS,
    open: 23_000 + index,
    high: 23_040 + index,
    low: 22_980 + index,
    close: 23_001 + index,
    volume: 12,
  })),
};

test("a minute's trades add up to its volume", () => {
  const traded = everything(feedOf(sample, 1), btc, 1, 1).reduce((total, { tick }) => total + tick.size, 0);
  expect(traded).toBeCloseTo(12, 2);
});

test('ticks come often enough to stay fresh, at any speed', () => {
  for (const speed of [1, 10, 60, 1_000]) {
    const dueMs = [...feedOf(sample, speed).moments(btc, WALL_MS - 1, WALL_MS + (30 * MINUTE_MS) / speed)].map(
      ({ tick }) => WALL_MS + (tick.sourceTimeMs - FILE_MS) / speed,
    );
    const waits = dueMs.slice(1).map((due, index) => due - (dueMs[index] ?? 0));
    expect(Math.max(...waits)).toBeLessThan(1_000);
  }
});

test('the other markets follow the file, and the cross is the quotient of its legs', () => {
  const feed = feedOf(sample, 60);
  const [leg, base, cross] = [eth, btc, ethbtc].map(
    (market) => everything(feed, market, 59, 60).at(-1)?.tick.price ?? 0,
  ) as [number, number, number];
  expect(Math.abs(cross / (leg / base) - 1)).toBeLessThan(0.005);
  expect(leg).toBeGreaterThan(100);
});

test('the same file and seed give the same ticks, in one stretch or in many', () => {
  const toMs = WALL_MS + 20_000;
  const inOne = [...feedOf(sample, 60).moments(btc, WALL_MS - 1, toMs)].map(({ tick }) => tick);
  const inMany = Array.from({ length: 200 }, (_, turn) => [
    ...feedOf(sample, 60).moments(btc, WALL_MS - 1 + turn * 100, WALL_MS - 1 + (turn + 1) * 100),
  ])
    .flat()
    .map(({ tick }) => tick);
  expect(
    inMany.concat([...feedOf(sample, 60).moments(btc, WALL_MS - 1 + 20_000, toMs)].map(({ tick }) => tick)),
  ).toEqual(inOne);
});

test("nothing is emitted after the file's end", () => {
  expect([...feedOf(sample, 60).moments(btc, WALL_MS + 60_000, WALL_MS + 600_000)]).toEqual([]);
  expect([...feedOf(sample, 60).moments(eth, WALL_MS + 60_000, WALL_MS + 600_000)]).toEqual([]);
});

test('the simulated past ends where the file begins', async () => {
  const bars = await feedOf(sample, 1).history(btc, '5min', WALL_MS - 86_400_000, WALL_MS);
  expect(Math.abs((bars.at(-1)?.close ?? 0) / 23_000 - 1)).toBeLessThan(0.001);
  expect(bars.length).toBe(288);
});

test('a start continues after the last one, also at another speed, and restarts past the end', () => {
  const kept = { fileMs: FILE_MS, wallMs: WALL_MS, speed: 60 };
  expect(continueFrom(null, sample.minutes, 60, WALL_MS)).toEqual({ position: kept, restarted: true });
  expect(continueFrom(kept, sample.minutes, 60, WALL_MS + 10_000)).toEqual({ position: kept, restarted: false });
  expect(continueFrom(kept, sample.minutes, 1, WALL_MS + 10_000)).toEqual({
    position: { fileMs: FILE_MS + 600_000, wallMs: WALL_MS + 10_000, speed: 1 },
    restarted: false,
  });
  expect(continueFrom(kept, sample.minutes, 60, WALL_MS + 60_000)).toEqual({
    position: { fileMs: FILE_MS, wallMs: WALL_MS + 60_000, speed: 60 },
    restarted: true,
  });
});

const HEAD = 'open_time,open,high,low,close,volume';
const ROW = '2023-03-01 00:00:00+00:00,10,12,9,11,1.5';
async function written(text: string): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'candles-')), 'file.csv');
  await writeFile(path, text);
  return path;
}

test.each([
  ['2023-03-01 00:00:00+00:00'],
  ['2023-03-01T00:00:00Z'],
  ['2023-03-01 00:00:00'],
  ['1677628800'],
  ['1677628800000'],
])('a time may be written %s', async (time) => {
  const path = await written(`\uFEFF${HEAD}\r\n${time},10,12,9,11,1.5\r\n`);
  expect(readCandleFile(path).minutes).toEqual([
    { startMs: FILE_MS, open: 10, high: 12, low: 9, close: 11, volume: 1.5 },
  ]);
});

test.each([
  ['', 'must begin with the line'],
  [`time,open\n${ROW}`, 'must begin with the line'],
  [`${HEAD}\n`, 'holds no candles'],
  [`${HEAD}\n${ROW},1`, 'line 2 has 7 columns instead of 6'],
  [`${HEAD}\nyesterday,10,12,9,11,1`, 'line 2 has no whole UTC minute'],
  [`${HEAD}\n2023-03-01 00:00:30,10,12,9,11,1`, 'line 2 has no whole UTC minute'],
  [`${HEAD}\n2023-13-01 00:00:00,10,12,9,11,1`, 'line 2 has no whole UTC minute'],
  [`${HEAD}\n${ROW}\n${ROW}`, 'line 3 is not later'],
  [`${HEAD}\n2023-03-01 00:00:00,NaN,12,9,11,1`, 'line 2 has a figure that is no number'],
  [`${HEAD}\n2023-03-01 00:00:00,-10,12,9,11,1`, 'line 2 has a figure that is no number'],
  [`${HEAD}\n2023-03-01 00:00:00,10,12,9,11,1e999`, 'line 2 has a figure that is no number'],
  [`${HEAD}\n2023-03-01 00:00:00,10,12,0,11,1`, 'line 2 has a price that is not above zero'],
  [`${HEAD}\n2023-03-01 00:00:00,10,10.5,9,11,1`, 'line 2 has an open or close outside'],
])('a file with %j is refused with an explanation', async (text, sentence) => {
  const path = await written(text);
  expect(() => readCandleFile(path)).toThrow(sentence);
  expect(() => readCandleFile(path)).toThrow(/^FEED_FILE .*\.$/s);
});
