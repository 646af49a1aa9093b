import { price, rate, toNumber } from '@plimsoll/money';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ManualClock } from '../../../platform/clock.ts';
import { HtxServer } from '../../../testing/htx-server/htx-server.ts';
import { sampleMarket } from '../../../testing/sample-market.ts';
import { BinanceServer } from '../../../testing/venue-servers/binance-server.ts';
import { OkxServer } from '../../../testing/venue-servers/okx-server.ts';
import { MarkMaker } from '../../marks/mark-maker.ts';
import type { Market, MarketMark } from '../../types.ts';
import type { Feed, RawBook, RawQuote, RawTick } from '../feed.ts';
import { openLive } from './open-live.ts';
import type { VenueName } from './venues.ts';

const START_MS = Date.UTC(2026, 5, 1, 12);
const BTC = 'BTC/USDT';
const btc = sampleMarket('BTC', 'USDT');
const BAND = 0.005;

/** Patient, for busy machines. */
const soon = (claim: () => void) => vi.waitFor(claim, { timeout: 20_000, interval: 20 });

let htx: HtxServer;
let binance: BinanceServer;
let okx: OkxServer;
let clock: ManualClock;
let feed: Feed;
let maker: MarkMaker;
let mark: MarketMark | undefined;
let ticks: RawTick[];
let books: RawBook[];
let gaps: number[];
let errors: string[];
/** The last mid of each venue. */
let lastMids: Map<string, number>;
/** Makes each book differ, as unchanged ones are not sent. */
let turn: number;

beforeEach(async () => {
  [htx, binance, okx] = await Promise.all([
    HtxServer.open('btcusdt'),
    new BinanceServer().begin(BTC),
    new OkxServer().begin(BTC),
  ]);
  clock = new ManualClock(START_MS);
  mark = undefined;
  maker = new MarkMaker({ band: () => rate(String(BAND)), lastMark: () => mark });
  [ticks, books, gaps, errors, lastMids, turn] = [[], [], [], [], new Map(), 0];
  feed = openLive(
    [
      { name: 'htx', url: htx.url, wsUrl: htx.wsUrl },
      { name: 'binance', url: binance.url, wsUrl: binance.wsUrl },
      { name: 'okx', url: okx.url, wsUrl: okx.wsUrl },
    ],
    {
      clock,
      log: {
        info() {},
        error: (_fields, message) => {
          errors.push(message);
        },
      },
      random: () => 0,
    },
  );
});
afterEach(async () => {
  await feed.stop();
  await Promise.all([htx, binance, okx].map((server) => server.close()));
});

const sink = {
  tick: (raw: RawTick) => {
    ticks.push(raw);
  },
  book: (raw: RawBook) => {
    books.push(raw);
  },
  quote: (raw: RawQuote) => {
    lastMids.set(raw.source, (raw.bid + raw.ask) / 2);
    maker.take(btc, raw, clock.nowMs());
  },
  sourceDown: (source: string) => {
    maker.sourceDown(source);
  },
  gap: (sinceMs: number) => {
    gaps.push(sinceMs);
  },
};
const begin = (markets: readonly Market[] = [btc]) => feed.start(markets, sink, START_MS);

/** Sends a venue's book once. */
function say(venue: VenueName, mid: number): void {
  turn += 1;
  const book = {
    bids: [
      [mid - 0.5, 5],
      [mid - 50, turn],
    ],
    asks: [[mid + 0.5, 5]],
  } as const;
  if (venue === 'htx') htx.depth('btcusdt', book.bids, book.asks, clock.nowMs());
  else (venue === 'binance' ? binance : okx).book(BTC, book, clock.nowMs());
}
/** Sends the books of these venues until each has arrived: the first may precede the subscription. */
async function receiveFrom(mids: Partial<Record<VenueName, number>>): Promise<void> {
  lastMids.clear();
  await soon(() => {
    for (const [venue, mid] of Object.entries(mids)) say(venue as VenueName, mid);
    for (const [venue, mid] of Object.entries(mids)) expect(lastMids.get(venue)).toBe(mid);
  });
}
function next(): MarketMark | undefined {
  const made = maker.next(btc, clock.nowMs());
  if (made && !made.held) mark = made;
  return made;
}
const namesOf = (made: MarketMark | undefined) => made?.sources.map(({ name }) => name);
const all = { htx: 10_000, binance: 10_001, okx: 10_003 };

test('three venues are three sources of one mark, the median of their mids, each with its time and number', async () => {
  begin();
  await receiveFrom(all);
  const made = next();
  expect(namesOf(made)).toEqual(['binance', 'htx', 'okx']);
  expect(made).toMatchObject({ price: price('10001'), held: false });
  for (const source of made?.sources ?? []) {
    expect(source.timeMs).toBe(START_MS);
    expect(source.seq).toBeGreaterThan(0);
  }
});

test('a disconnected venue stops being a source immediately and becomes one again later; the mark continues', async () => {
  begin();
  await receiveFrom(all);
  next();
  okx.cut();
  await soon(() => {
    clock.advance(50);
    expect(namesOf(next())).toEqual(['binance', 'htx']);
  });
  expect(mark).toMatchObject({ price: price('10000.5'), held: false });
  expect(errors).toEqual(['venue disconnected, reconnecting']);
  clock.advance(1_000);
  await receiveFrom(all);
  expect(namesOf(next())).toEqual(['binance', 'htx', 'okx']);
});

test('one silent venue changes the mark by no more than the band', async () => {
  begin();
  await receiveFrom(all);
  const before = toNumber(next()?.price ?? price('1'));
  let seconds = 0;
  let made: MarketMark | undefined;
  // Its last message may still be on its way.
  for (; seconds < 10 && namesOf(made)?.includes('binance') !== false; seconds += 1) {
    clock.advance(1_000);
    await receiveFrom({ htx: 10_000, okx: 10_003 });
    made = next();
    expect(made?.held).toBe(false);
    expect(Math.abs(toNumber(made?.price ?? price('1')) - before)).toBeLessThan(before * BAND);
  }
  expect(seconds).toBeGreaterThanOrEqual(6);
  expect(namesOf(made)).toEqual(['htx', 'okx']);
});

test.each([
  ['htx', 0.03],
  ['htx', -0.03],
  ['binance', 0.03],
  ['okx', -0.5],
] as const)('%s alone, %d off, never moves the mark beyond what the others say, nor leads', async (liar, by) => {
  begin();
  await receiveFrom(all);
  next();
  await receiveFrom({ ...all, [liar]: all[liar] * (1 + by) });
  books = [];
  for (let second = 0; second < 15; second += 1) {
    clock.advance(1_000);
    await receiveFrom({ ...all, [liar]: all[liar] * (1 + by) + second });
    const made = next();
    expect(made?.held).toBe(false);
    const honest = Object.entries(all)
      .filter(([name]) => name !== liar)
      .map(([, mid]) => mid);
    expect(toNumber(made?.price ?? price('1'))).toBeGreaterThanOrEqual(Math.min(...honest));
    expect(toNumber(made?.price ?? price('1'))).toBeLessThanOrEqual(Math.max(...honest));
  }
  expect(books.length).toBeGreaterThan(10);
  expect(books.filter(({ bids }) => Math.abs((bids[0]?.[0] ?? 0) / 10_000 - 1) > 0.01)).toEqual([]);
});

test.each([
  ['crossed', -1],
  ['absurdly wide', 8_000],
] as const)('a venue whose book is %s is no source while it is', async (_name, spread) => {
  begin();
  await receiveFrom(all);
  next();
  const book = (turned: number) =>
    ({
      bids: [
        [10_000 - spread / 2, 5],
        [900, turned],
      ],
      asks: [[10_000 + spread / 2, 5]],
    }) as const;
  await soon(() => {
    turn += 1;
    okx.book(BTC, book(turn), clock.nowMs());
    clock.advance(100);
    expect(namesOf(next())).toEqual(['binance', 'htx']);
  });
  expect(mark).toMatchObject({ price: price('10000.5'), held: false });
  await receiveFrom(all);
  expect(namesOf(next())).toEqual(['binance', 'htx', 'okx']);
});

test('with all silent there is no mark', async () => {
  begin();
  await receiveFrom(all);
  next();
  clock.advance(5_001);
  expect(next()).toBeUndefined();
});

test('trades and books are the leading venue’s, each trade with its name', async () => {
  begin();
  await soon(() => expect(htx.received).toHaveLength(2));
  await receiveFrom({ htx: 10_000 });
  await soon(() => expect(okx.received).toContain('trades:BTC-USDT'));
  await receiveFrom(all);
  okx.trade(BTC, 10_003, 1, START_MS);
  htx.trade('btcusdt', 10_000, 0.5, START_MS + 1);
  await soon(() => expect(ticks).toHaveLength(1));
  expect(ticks[0]).toMatchObject({ source: 'htx', price: 10_000, size: 0.5 });
  const before = books.length;
  clock.advance(1_000);
  await receiveFrom(all);
  expect(new Set(books.slice(before).map(({ bids }) => bids[0]?.[0]))).toEqual(new Set([9_999.5]));
});

test('when the leading venue falls silent the next one leads, and the gap is reported', async () => {
  begin();
  await soon(() => expect(htx.received).toHaveLength(2));
  await receiveFrom({ htx: 10_000 });
  await soon(() => expect(binance.received).toContain('btcusdt@trade'));
  await receiveFrom(all);
  htx.trade('btcusdt', 10_000, 1, START_MS);
  await soon(() => expect(ticks).toHaveLength(1));
  clock.advance(3_000);
  await receiveFrom({ binance: 10_001, okx: 10_003 });
  clock.advance(3_000);
  await receiveFrom({ binance: 10_002, okx: 10_004 });
  binance.trade(BTC, 10_001, 2, clock.nowMs());
  await soon(() => expect(ticks).toHaveLength(2));
  expect(ticks[1]).toMatchObject({ source: 'binance', price: 10_001 });
  expect(gaps).toEqual([]);
  clock.advance(5_000);
  expect(gaps).toEqual([START_MS]);
});

test('history is of the first venue that has any; it fails only when no venue answers', async () => {
  const bar = { startMs: START_MS - 60_000, open: 1, high: 3, low: 1, close: 2, amount: 4, vol: 5, count: 6 };
  binance.bars.set(`${BTC}/1min`, [bar]);
  htx.symbols.clear();
  const asked = () => feed.history(btc, '1min', START_MS - 60_000, START_MS);
  expect(await asked()).toEqual([bar]);
  binance.isDown = true;
  okx.isDown = true;
  await expect(asked()).rejects.toThrow('invalid symbol');
});

test('a market that only one venue offers has one source', async () => {
  const eth = sampleMarket('ETH', 'USDT');
  okx.titles.add('ETH/USDT');
  begin([btc, eth]);
  await soon(() => expect(okx.received).toContain('books:ETH-USDT'));
  await soon(() => {
    okx.book('ETH/USDT', { bids: [[99, (turn += 1)]], asks: [[100, 1]] }, clock.nowMs());
    expect(books.some(({ symbol }) => symbol === 'ethusdt')).toBe(true);
  });
  await receiveFrom(all);
  expect(namesOf(next())).toEqual(['binance', 'htx', 'okx']);
});
