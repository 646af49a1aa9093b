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

/** On a machine that has other things to do, too. */
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
/** The mid that each venue said last. */
let heard: Map<string, number>;
/** No two books in a row are the same: what does not change is not said. */
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
  [ticks, books, gaps, errors, heard, turn] = [[], [], [], [], new Map(), 0];
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
    heard.set(raw.source, (raw.bid + raw.ask) / 2);
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

/** A venue says its book, once. */
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
/** These venues say their book until each was heard: the first words may come before anybody listens. */
async function saidBy(mids: Partial<Record<VenueName, number>>): Promise<void> {
  heard.clear();
  await soon(() => {
    for (const [venue, mid] of Object.entries(mids)) say(venue as VenueName, mid);
    for (const [venue, mid] of Object.entries(mids)) expect(heard.get(venue)).toBe(mid);
  });
}
/** The mark that is made now. */
function next(): MarketMark | undefined {
  const made = maker.next(btc, clock.nowMs());
  if (made && !made.held) mark = made;
  return made;
}
const namesOf = (made: MarketMark | undefined) => made?.sources.map(({ name }) => name);
const all = { htx: 10_000, binance: 10_001, okx: 10_003 };

test('three venues are three sources of one mark: the median of their mids, each with its own time and number', async () => {
  begin();
  await saidBy(all);
  const made = next();
  expect(namesOf(made)).toEqual(['binance', 'htx', 'okx']);
  expect(made).toMatchObject({ price: price('10001'), held: false });
  for (const source of made?.sources ?? []) {
    expect(source.timeMs).toBe(START_MS);
    expect(source.seq).toBeGreaterThan(0);
  }
});

test('a venue whose line breaks is no source at once, and one again when it is back; the mark goes on', async () => {
  begin();
  await saidBy(all);
  next();
  okx.cut();
  await soon(() => {
    clock.advance(50);
    expect(namesOf(next())).toEqual(['binance', 'htx']);
  });
  expect(mark).toMatchObject({ price: price('10000.5'), held: false });
  expect(errors).toEqual(['the line to a venue broke, or none was made: it is tried again']);
  clock.advance(1_000);
  await saidBy(all);
  expect(namesOf(next())).toEqual(['binance', 'htx', 'okx']);
});

test('the silence of one changes the mark by no more than the band', async () => {
  begin();
  await saidBy(all);
  const before = toNumber(next()?.price ?? price('1'));
  let seconds = 0;
  let made: MarketMark | undefined;
  // What it said last may still be on its way.
  for (; seconds < 10 && namesOf(made)?.includes('binance') !== false; seconds += 1) {
    clock.advance(1_000);
    await saidBy({ htx: 10_000, okx: 10_003 });
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
  await saidBy(all);
  next();
  await saidBy({ ...all, [liar]: all[liar] * (1 + by) });
  books = [];
  for (let second = 0; second < 15; second += 1) {
    clock.advance(1_000);
    await saidBy({ ...all, [liar]: all[liar] * (1 + by) + second });
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
  await saidBy(all);
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
  await saidBy(all);
  expect(namesOf(next())).toEqual(['binance', 'htx', 'okx']);
});

test('with all silent there is no mark', async () => {
  begin();
  await saidBy(all);
  next();
  clock.advance(5_001);
  expect(next()).toBeUndefined();
});

test('trades and books are those of the venue that leads, each trade with its name', async () => {
  begin();
  await soon(() => expect(htx.received).toHaveLength(2));
  await saidBy({ htx: 10_000 });
  await soon(() => expect(okx.received).toContain('trades:BTC-USDT'));
  await saidBy(all);
  okx.trade(BTC, 10_003, 1, START_MS);
  htx.trade('btcusdt', 10_000, 0.5, START_MS + 1);
  await soon(() => expect(ticks).toHaveLength(1));
  expect(ticks[0]).toMatchObject({ source: 'htx', price: 10_000, size: 0.5 });
  const before = books.length;
  clock.advance(1_000);
  await saidBy(all);
  expect(new Set(books.slice(before).map(({ bids }) => bids[0]?.[0]))).toEqual(new Set([9_999.5]));
});

test('when the one that leads falls silent the next takes its place, and what was missed is asked for', async () => {
  begin();
  await soon(() => expect(htx.received).toHaveLength(2));
  await saidBy({ htx: 10_000 });
  await soon(() => expect(binance.received).toContain('btcusdt@trade'));
  await saidBy(all);
  htx.trade('btcusdt', 10_000, 1, START_MS);
  await soon(() => expect(ticks).toHaveLength(1));
  clock.advance(3_000);
  await saidBy({ binance: 10_001, okx: 10_003 });
  clock.advance(3_000);
  await saidBy({ binance: 10_002, okx: 10_004 });
  binance.trade(BTC, 10_001, 2, clock.nowMs());
  await soon(() => expect(ticks).toHaveLength(2));
  expect(ticks[1]).toMatchObject({ source: 'binance', price: 10_001 });
  expect(gaps).toEqual([]);
  clock.advance(5_000);
  expect(gaps).toEqual([START_MS]);
});

test("history is the first venue's that has any, and only with none that answers an error", async () => {
  const bar = { startMs: START_MS - 60_000, open: 1, high: 3, low: 1, close: 2, amount: 4, vol: 5, count: 6 };
  binance.bars.set(`${BTC}/1min`, [bar]);
  htx.symbols.clear();
  const asked = () => feed.history(btc, '1min', START_MS - 60_000, START_MS);
  expect(await asked()).toEqual([bar]);
  binance.isDown = true;
  okx.isDown = true;
  await expect(asked()).rejects.toThrow('invalid symbol');
});

test('a market that one venue alone offers has one source, and the others say nothing of it', async () => {
  const eth = sampleMarket('ETH', 'USDT');
  okx.titles.add('ETH/USDT');
  begin([btc, eth]);
  await soon(() => expect(okx.received).toContain('books:ETH-USDT'));
  await soon(() => {
    okx.book('ETH/USDT', { bids: [[99, (turn += 1)]], asks: [[100, 1]] }, clock.nowMs());
    expect(books.some(({ symbol }) => symbol === 'ethusdt')).toBe(true);
  });
  await saidBy(all);
  expect(namesOf(next())).toEqual(['binance', 'htx', 'okx']);
});
