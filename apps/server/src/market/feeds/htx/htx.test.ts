import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ManualClock } from '../../../platform/clock.ts';
import { HtxServer } from '../../../testing/htx-server/htx-server.ts';
import { sampleMarket } from '../../../testing/sample-market.ts';
import type { RawBook, RawQuote, RawTick } from '../feed.ts';
import { HtxFeed } from './htx.ts';

const START_MS = Date.UTC(2026, 5, 1, 12);
const btc = sampleMarket('BTC', 'USDT');
const eth = sampleMarket('ETH', 'USDT');

let server: HtxServer;
let clock: ManualClock;
let feed: HtxFeed;
let ticks: RawTick[];
let books: RawBook[];
let gaps: number[];
let quotes: RawQuote[];
let downs: string[];
let errors: string[];

beforeEach(async () => {
  server = await HtxServer.open('btcusdt', 'ethusdt');
  clock = new ManualClock(START_MS);
  ticks = [];
  books = [];
  gaps = [];
  quotes = [];
  downs = [];
  errors = [];
  feed = new HtxFeed({
    clock,
    url: server.url,
    wsUrl: server.wsUrl,
    random: () => 0,
    log: {
      info() {},
      error: (_, message) => {
        errors.push(message);
      },
    },
  });
});
afterEach(async () => {
  await feed.stop();
  await server.close();
});

const sink = {
  tick: (raw: RawTick) => {
    ticks.push(raw);
  },
  book: (raw: RawBook) => {
    books.push(raw);
  },
  quote: (raw: RawQuote) => {
    quotes.push(raw);
  },
  sourceDown: (source: string) => {
    downs.push(source);
  },
  gap: (sinceMs: number) => {
    gaps.push(sinceMs);
  },
};

async function begin(...markets: (typeof btc)[]): Promise<void> {
  feed.start(markets, sink);
  await subscribed(markets.length * 2);
}
const subscribed = (times: number) =>
  vi.waitFor(() => expect(server.received.filter((each) => each.startsWith('sub'))).toHaveLength(times));
const receivedTicks = (count: number) => vi.waitFor(() => expect(ticks).toHaveLength(count));
/** Sends a last trade: once received, everything before it has been handled. */
const flush = async () => {
  const before = ticks.length;
  server.trade('btcusdt', 1, 1, clock.nowMs());
  await vi.waitFor(() => expect(ticks.length).toBeGreaterThan(before));
};

test('a book is also the source’s quote, with its last trade; a book without a side withdraws it', async () => {
  await begin(btc);
  server.trade('btcusdt', 100.5, 1, START_MS);
  await receivedTicks(1);
  server.depth(
    'btcusdt',
    [
      [100, 2],
      [99, 1],
    ],
    [[101, 3]],
    START_MS + 10,
  );
  await vi.waitFor(() => expect(quotes).toHaveLength(1));
  expect(quotes[0]).toMatchObject({
    symbol: 'btcusdt',
    source: 'htx',
    sourceTimeMs: START_MS + 10,
    bid: 100,
    ask: 101,
    depth: 299,
  });
  expect(quotes[0]?.trade).toMatch(/^\d+$/);
  server.depth('btcusdt', [[100, 2]], [], START_MS + 20);
  await vi.waitFor(() => expect(quotes).toHaveLength(2));
  expect(quotes[1]).toMatchObject({ source: 'htx', bid: Number.NaN, ask: Number.NaN });
  expect(downs).toEqual([]);
  await feed.stop();
});

test('trades and books are emitted in the order of their time', async () => {
  await begin(btc, eth);
  server.push({
    ch: 'market.btcusdt.trade.detail',
    ts: 3,
    tick: {
      data: [
        { tradeId: 8, ts: 2, price: 101.5, amount: 0.2 },
        { tradeId: 7, ts: 1, price: 100.25, amount: 0.1 },
      ],
    },
  });
  server.depth(
    'ethusdt',
    [
      [10, 1],
      [9, 2],
    ],
    [[11, 3]],
    START_MS,
  );
  await vi.waitFor(() => expect(books).toHaveLength(1));
  expect(ticks).toEqual([
    { symbol: 'btcusdt', sourceTimeMs: 1, price: 100.25, size: 0.1, seq: 1 },
    { symbol: 'btcusdt', sourceTimeMs: 2, price: 101.5, size: 0.2, seq: 2 },
  ]);
  expect(books[0]).toEqual({
    symbol: 'ethusdt',
    sourceTimeMs: START_MS,
    bids: [
      [10, 1],
      [9, 2],
    ],
    asks: [[11, 3]],
  });
});

test('a ping is answered with its own number', async () => {
  await begin(btc);
  server.ping(1_492_420_473_027);
  await vi.waitFor(() => expect(server.received).toContain('pong 1492420473027'));
});

test('garbage, partial frames, unknown symbols and times ahead are dropped and counted, and later messages still arrive', async () => {
  await begin(btc);
  const whole = gzipSync(JSON.stringify({ ch: 'market.btcusdt.trade.detail', tick: { data: [] } }));
  const junk: (Buffer | string)[] = [
    Buffer.from('no gzip'),
    whole.subarray(0, whole.length - 9),
    gzipSync('{"ch":'),
    gzipSync('[1]'),
    gzipSync('null'),
    'text',
    '{}',
    gzipSync(JSON.stringify({ ch: 'market.btcusdt.trade.detail', tick: { data: [null] } })),
    gzipSync(JSON.stringify({ ch: 'market.btcusdt.depth.step0', tick: { bids: [1], asks: [] } })),
    gzipSync(JSON.stringify({ ch: 5, tick: {} })),
  ];
  for (const frame of junk) server.raw(frame);
  server.trade('dogeusdt', 1, 1, START_MS);
  server.trade('btcusdt', 1, 1, START_MS + 3_600_000);
  server.trade('btcusdt', 100, 1, START_MS);
  await receivedTicks(1);
  expect(ticks[0]?.price).toBe(100);
  expect(feed.garbage).toBe(junk.length + 2);
});

test('a figure that is no number is emitted as NaN, to be refused on acceptance', async () => {
  await begin(btc);
  server.push({
    ch: 'market.btcusdt.trade.detail',
    ts: 1,
    tick: { data: [{ tradeId: 1, ts: 1, price: '100', amount: null }] },
  });
  await receivedTicks(1);
  expect(ticks[0]).toEqual({ symbol: 'btcusdt', sourceTimeMs: 1, price: Number.NaN, size: Number.NaN, seq: 1 });
});

test('a broken connection is reopened after 3 s, everything is subscribed again and the gap reported', async () => {
  await begin(btc);
  server.trade('btcusdt', 100, 1, START_MS);
  await receivedTicks(1);
  server.cut();
  await vi.waitFor(() => {
    clock.advance(1_000);
    expect(server.connections).toBe(2);
  });
  await subscribed(4);
  expect(clock.nowMs() - START_MS).toBeGreaterThanOrEqual(3_000);
  expect(gaps).toEqual([START_MS]);
  await flush();
});

test('a connection that keeps failing is retried with growing delays, at least once a minute', async () => {
  feed.start([btc], sink);
  await subscribed(2);
  const asked = vi.spyOn(clock, 'after');
  const waits: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    const [before, closed] = [server.connections, downs.length];
    asked.mockClear();
    server.cut();
    await vi.waitFor(() => expect(downs).toHaveLength(closed + 1), { interval: 2 });
    // Time stands until then: only the next try asks for some.
    expect(asked).toHaveBeenCalledOnce();
    const [waitMs = 0] = asked.mock.lastCall ?? [];
    waits.push(waitMs);
    clock.advance(waitMs);
    await vi.waitFor(() => expect(server.connections).toBe(before + 1), { interval: 2 });
    await subscribed(2 * (before + 1));
  }
  expect(waits).toEqual([3_000, 6_000, 12_000, 24_000, 48_000, 60_000, 60_000]);
});

test('a silent connection, and one that only pings, is closed', async () => {
  await begin(btc);
  for (let second = 0; second < 16; second += 1) clock.advance(1_000);
  await vi.waitFor(() => {
    clock.advance(1_000);
    expect(server.connections).toBe(2);
  });
  await subscribed(4);
  for (let second = 0; second < 50; second += 1) {
    server.ping(second);
    await vi.waitFor(() => expect(server.received).toContain(`pong ${second}`), { interval: 2 });
    clock.advance(1_000);
  }
  expect(server.connections).toBe(2);
  await vi.waitFor(() => {
    server.ping(clock.nowMs());
    clock.advance(1_000);
    expect(server.connections).toBe(3);
  });
});

test('a frame that is too large, packed or unpacked, does not stop the feed', async () => {
  await begin(btc);
  server.raw(gzipSync(Buffer.alloc(9 * 1024 * 1024, ' ')));
  await flush();
  expect(feed.garbage).toBe(1);
  server.raw(Buffer.alloc(3 * 1024 * 1024));
  await vi.waitFor(() => {
    clock.advance(1_000);
    expect(server.connections).toBe(2);
  });
  await subscribed(4);
  await flush();
});

test('markets that HTX does not offer, and refused subscriptions, are logged', async () => {
  await begin(btc, sampleMarket('ZZZ', 'USDT'));
  await vi.waitFor(() =>
    expect(errors).toEqual(expect.arrayContaining(['HTX does not offer these markets', 'subscription refused by HTX'])),
  );
});

test('a changed catalogue changes the subscriptions', async () => {
  await begin(btc);
  feed.setMarkets([eth]);
  await vi.waitFor(() =>
    expect(server.received.slice(2).toSorted()).toEqual([
      'sub market.ethusdt.depth.step0',
      'sub market.ethusdt.trade.detail',
      'unsub market.btcusdt.depth.step0',
      'unsub market.btcusdt.trade.detail',
    ]),
  );
});

test('history has whole bars, oldest first, and an error rejects', async () => {
  const bar = (id: number) => ({ id, open: 1, close: 2, low: 1, high: 3, amount: 4, vol: 5, count: 6 });
  const minute = START_MS / 1000;
  server.bars.set('btcusdt/1min', [bar(minute - 180), bar(minute - 120), bar(minute - 60), bar(minute)]);
  const history = await feed.history(btc, '1min', START_MS - 90_000, START_MS + 1);
  expect(history.map((each) => each.startMs)).toEqual([START_MS - 120_000, START_MS - 60_000, START_MS]);
  expect(server.asked).toContain('/market/history/kline?symbol=btcusdt&period=1min&size=3');
  await expect(feed.history(sampleMarket('ZZZ', 'USDT'), '1min', 0, START_MS)).rejects.toThrow('invalid symbol');
});
