import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ManualClock } from '../../../../platform/clock.ts';
import { sampleMarket } from '../../../../testing/sample-market.ts';
import { BinanceServer } from '../../../../testing/venue-servers/binance-server.ts';
import { OkxServer } from '../../../../testing/venue-servers/okx-server.ts';
import type { VenueBook, VenueServer } from '../../../../testing/venue-servers/venue-server.ts';
import type { RawBook, RawQuote, RawTick } from '../../feed.ts';
import { uniform } from '../../../../testing/dice.ts';
import { CcxtFeed } from './ccxt-feed.ts';
import { loadExchangeClass } from './exchange.ts';

const START_MS = Date.UTC(2026, 5, 1, 12);
const DAY_MS = 86_400_000;
const btc = sampleMarket('BTC', 'USDT');
const eth = sampleMarket('ETH', 'USDT');
const BTC = 'BTC/USDT';

/** Numbers that are the same for the same seed, and one of several by them. */
function seeded(seed: number) {
  let turn = 0;
  const random = (): number => uniform(seed, (turn += 1), 0);
  const chance = <T>(each: readonly T[]): T => {
    const one = each[Math.floor(random() * each.length)];
    if (one === undefined) throw new Error('nothing to choose from');
    return one;
  };
  return { random, chance };
}

/** On a machine that has other things to do, too. */
const soon = (claim: () => void) => vi.waitFor(claim, { timeout: 20_000, interval: 20 });

const keyOf = ({ bids, asks }: VenueBook): string => JSON.stringify([bids, asks]);
const BOOK: VenueBook = {
  bids: [
    [100, 2],
    [99, 1],
  ],
  asks: [
    [101, 3],
    [102, 4],
  ],
};

describe.each([
  {
    name: 'binance' as const,
    Server: BinanceServer,
    booksOf: (id: string) => `${id.toLowerCase().replace('-', '')}@depth@100ms`,
    trades: 'btcusdt@trade',
  },
  { name: 'okx' as const, Server: OkxServer, booksOf: (id: string) => `books:${id}`, trades: 'trades:BTC-USDT' },
])('$name', ({ name, Server, booksOf, trades }) => {
  let server: VenueServer;
  let clock: ManualClock;
  let feed: CcxtFeed;
  let ticks: RawTick[];
  let books: RawBook[];
  let quotes: RawQuote[];
  let gaps: number[];
  let downs: string[];
  let logged: string[];
  let trueBooks: Set<string>;

  // Read once, before anything is waited for.
  beforeAll(async () => {
    await loadExchangeClass(name);
  });
  beforeEach(async () => {
    server = await new Server().begin(BTC, 'ETH/USDT');
    clock = new ManualClock(START_MS);
    [ticks, books, quotes, gaps, downs, logged, trueBooks] = [
      [],
      [],
      [],
      [],
      [],
      [],
      new Set([keyOf({ bids: [], asks: [] })]),
    ];
    const note = (_fields: object, message: string) => {
      logged.push(message);
    };
    feed = new CcxtFeed({
      clock,
      log: { info: note, error: note },
      random: () => 0,
      venue: { name, url: server.url, wsUrl: server.wsUrl },
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
  /** Notes a book that the venue has, or had. */
  function had(book: VenueBook): VenueBook {
    trueBooks.add(keyOf(book));
    return book;
  }
  const best = () => quotes.slice(-1).map(({ bid, ask }) => [bid, ask])[0];
  const askedFor = (count: number, stream = booksOf('BTC-USDT')) =>
    soon(() => expect(server.received.filter((each) => each === stream)).toHaveLength(count));

  /** Books change until one is heard: the first may come while the subscription is still on its way. */
  async function booksFlow(book: VenueBook = BOOK, stepMs = 0): Promise<void> {
    const [bid, ask] = [book.bids[0]?.[0], book.asks[0]?.[0]];
    let size = 5;
    await soon(() => {
      size += 1;
      clock.advance(stepMs);
      server.book(BTC, had({ bids: [...book.bids, [10, size]], asks: book.asks }), clock.nowMs());
      expect(best()).toEqual([bid, ask]);
    });
  }
  async function begin(...markets: (typeof btc)[]): Promise<void> {
    feed.start(markets, sink);
    await askedFor(1);
    await askedFor(1, trades);
    await booksFlow();
  }

  test("books and trades come through with the venue's own numbers, names and times", async () => {
    await begin(btc);
    server.trade(BTC, 100.5, 0.25, START_MS + 5);
    await soon(() => expect(ticks).toHaveLength(1));
    expect(ticks[0]).toEqual({
      symbol: 'btcusdt',
      sourceTimeMs: START_MS + 5,
      price: 100.5,
      size: 0.25,
      seq: START_MS + 5,
    });
    server.book(
      BTC,
      {
        bids: [
          [100.25, 1],
          [99, 1],
        ],
        asks: [[101, 3]],
      },
      START_MS + 10,
    );
    await soon(() => expect(best()).toEqual([100.25, 101]));
    expect(quotes.at(-1)).toMatchObject({
      symbol: 'btcusdt',
      source: name,
      sourceTimeMs: START_MS + 10,
      depth: 199.25,
      trade: '1',
    });
    expect(quotes.at(-1)?.seq).toBeGreaterThan(1_000);
    expect(books.at(-1)).toMatchObject({
      symbol: 'btcusdt',
      sourceTimeMs: START_MS + 10,
      bids: [
        [100.25, 1],
        [99, 1],
      ],
      asks: [[101, 3]],
    });
  });

  test('a lost message makes the market silent at once, and its book is asked for anew, never guessed', async () => {
    await begin(btc);
    server.lose(BTC, { bids: [[50, 1]], asks: [[51, 1]] }, START_MS + 1);
    server.book(BTC, { bids: [[60, 1]], asks: [[61, 1]] }, START_MS + 2);
    await soon(() => expect(quotes.some(({ bid }) => Number.isNaN(bid))).toBe(true));
    await askedFor(2);
    await booksFlow({ bids: [[70, 1]], asks: [[71, 1]] }, 50);
    expect(books.at(-1)?.bids[0]).toEqual([70, 1]);
    // 60 was true of the snapshot that came anew; a mix of it and the book before never was.
    expect(
      books.filter(({ bids }) => bids.some(([price]) => price === 60) && bids.some(([price]) => price === 100)),
    ).toEqual([]);
    expect([server.connections, downs]).toEqual([1, []]);
  });

  test('a book that a lost message spoiled is never shown, though a good one came with it', async () => {
    await begin(btc);
    server.together(() => {
      server.book(BTC, { bids: [[100.25, 1]], asks: [[101, 3]] }, START_MS + 1);
      server.lose(BTC, { bids: [[50, 1]], asks: [[51, 1]] }, START_MS + 2);
      server.book(BTC, { bids: [[100.5, 1]], asks: [[100.75, 1]] }, START_MS + 3);
    });
    await soon(() => expect(quotes.some(({ bid }) => Number.isNaN(bid))).toBe(true));
    await booksFlow({ bids: [[70, 1]], asks: [[71, 1]] }, 50);
    expect(books.filter(({ bids, asks }) => bids[0]?.[0] === 100.5 && asks.length > 1)).toEqual([]);
  });

  test('a book that does not come anew makes the line a new one', async () => {
    await begin(btc);
    server.lose(BTC, { bids: [[50, 1]], asks: [[51, 1]] }, START_MS + 1);
    // Whatever is asked for from now on, nothing comes of it.
    server.titles.clear();
    server.isDown = true;
    server.book(BTC, { bids: [[60, 1]], asks: [[61, 1]] }, START_MS + 2);
    await soon(() => expect(quotes.some(({ bid }) => Number.isNaN(bid))).toBe(true));
    await soon(() => {
      clock.advance(1_000);
      expect(downs).toEqual([name]);
    });
  });

  test('garbage is dropped and counted, and what follows still comes', async () => {
    await begin(btc);
    for (const frame of [
      '{"e":',
      '[1]',
      'null',
      '{}',
      'text',
      '{"e":"depthUpdate"}',
      '{"arg":5,"data":[null]}',
      '{"e":"trade","s":5}',
      Buffer.from([0, 255, 3]),
    ])
      server.raw(frame);
    server.trade(BTC, 100, 1, START_MS + 3_600_000);
    await soon(() => {
      clock.advance(50);
      server.trade(BTC, 101, 1, START_MS);
      expect(ticks.at(-1)?.price).toBe(101);
    });
    expect(ticks.filter(({ sourceTimeMs }) => sourceTimeMs > START_MS)).toEqual([]);
    expect(feed.garbage).toBeGreaterThan(0);
    expect(logged).toContain('a venue sent what cannot be used');
    await booksFlow({ bids: [[100.5, 1]], asks: [[101, 1]] }, 50);
    expect(server.connections).toBe(1);
  });

  test('a venue whose clock is a minute off is heard all the same', async () => {
    await begin(btc);
    server.book(BTC, { bids: [[103, 1]], asks: [[104, 1]] }, START_MS + 60_000);
    await soon(() => expect(best()).toEqual([103, 104]));
    expect(quotes.at(-1)?.sourceTimeMs).toBe(START_MS + 60_000);
  });

  test('a cut line is told, taken up again, and what was missed is a gap', async () => {
    await begin(btc);
    server.trade(BTC, 100, 1, START_MS);
    await soon(() => expect(ticks).toHaveLength(1));
    server.cut();
    await soon(() => expect(downs).toEqual([name]));
    server.lose(BTC, { bids: [[80, 1]], asks: [[81, 1]] }, START_MS + 1);
    expect(server.connections).toBe(1);
    clock.advance(1_000);
    await askedFor(2);
    expect(gaps).toEqual([START_MS]);
    await booksFlow({ bids: [[85, 1]], asks: [[86, 1]] });
    expect(server.connections).toBe(2);
  });

  test('a line that stays silent is given up', async () => {
    await begin(btc);
    for (let second = 0; second < 30; second += 1) clock.advance(1_000);
    expect(downs).toEqual([]);
    clock.advance(1_000);
    expect(downs).toEqual([name]);
    clock.advance(1_000);
    await askedFor(2);
    await soon(() => expect(server.open).toBe(1));
  });

  test('a venue that is away at the start is asked again, less and less often', async () => {
    server.isDown = true;
    feed.start([btc], sink);
    const tries: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      await soon(() => expect(logged).toHaveLength(round + 1));
      const before = server.asked.length;
      const sinceMs = clock.nowMs();
      await soon(() => {
        clock.advance(500);
        expect(server.asked.length).toBeGreaterThan(before);
      });
      tries.push(clock.nowMs() - sinceMs);
    }
    expect(tries[0]).toBeGreaterThanOrEqual(1_000);
    expect(tries[2]).toBeGreaterThanOrEqual(4_000);
    server.isDown = false;
    await soon(() => {
      clock.advance(1_000);
      expect(server.connections).toBe(1);
    });
  });

  test('a market that the venue does not offer is none of its, and the others are', async () => {
    await begin(btc, sampleMarket('ZZZ', 'USDT'));
    expect(logged).toEqual(['a venue does not offer these markets: it is no source of theirs']);
    expect(server.received.some((each) => /zzz/i.test(each))).toBe(false);
    expect(await feed.history(sampleMarket('ZZZ', 'USDT'), '1min', 0, START_MS)).toEqual([]);
  });

  test('a change of the catalogue is followed', async () => {
    await begin(btc);
    feed.setMarkets([eth]);
    await askedFor(1, booksOf('ETH-USDT'));
    const before = books.length;
    server.book(BTC, { bids: [[1, 1]], asks: [[2, 1]] }, START_MS + 1);
    await soon(() => {
      server.book('ETH/USDT', { bids: [[10, (clock.nowMs() % 7) + 1]], asks: [[11, books.length + 1]] }, START_MS + 2);
      expect(books.at(-1)?.symbol).toBe('ethusdt');
    });
    expect(books.slice(before).filter(({ symbol }) => symbol === 'btcusdt')).toEqual([]);
  });

  test('history is given whole, oldest first, page by page, in days of UTC+8', async () => {
    const bar = (startMs: number) => ({
      startMs,
      open: 1,
      high: 3,
      low: 1,
      close: 2,
      amount: 4,
      vol: 5,
      count: name === 'okx' ? 1 : 6,
    });
    const minutes = Array.from({ length: 2_500 }, (_each, index) => bar(START_MS - (2_499 - index) * 60_000));
    server.bars.set(`${BTC}/1min`, minutes);
    expect(await feed.history(btc, '1min', START_MS - 2_400 * 60_000 + 5, START_MS + 1)).toEqual(minutes.slice(99));
    const today = START_MS - (START_MS % DAY_MS) - 8 * 3_600_000;
    server.bars.set(`${BTC}/1day`, [bar(today - 2 * DAY_MS), bar(today - DAY_MS), bar(today)]);
    expect((await feed.history(btc, '1day', today - DAY_MS, today)).map(({ startMs }) => startMs)).toEqual([
      today - DAY_MS,
    ]);
    server.isDown = true;
    await expect(feed.history(btc, '1min', 0, START_MS)).rejects.toThrow(name);
  });

  test('a stop does not wait for history that the venue does not give', async () => {
    await begin(btc);
    server.isStuck = true;
    const asked = server.asked.length;
    const ended = feed.history(btc, '1min', 0, START_MS).catch((error: unknown) => error);
    await soon(() => expect(server.asked.length).toBeGreaterThan(asked));
    await feed.stop();
    expect(await ended).toMatchObject({ message: 'the feed was stopped' });
  });

  test.each([1, 2, 3])(
    'whatever a venue loses, cuts, mangles or says again, no book is shown that it never had (seed %d)',
    { timeout: 120_000 },
    async (seed) => {
      const { random, chance } = seeded(seed);
      await begin(btc);
      const fresh = (): VenueBook => {
        const mid = 100 + Math.floor(random() * 20);
        const side = (sign: number) =>
          Array.from(
            { length: 3 },
            (_each, level) => [mid + sign * (level + 1), 1 + Math.floor(random() * 9)] as const,
          );
        return had({ bids: side(-1), asks: side(1) });
      };
      const steps: readonly (() => void)[] = [
        () => server.book(BTC, fresh(), clock.nowMs()),
        () => server.book(BTC, fresh(), clock.nowMs()),
        () => server.book(BTC, fresh(), clock.nowMs()),
        () => server.trade(BTC, 100, 1, clock.nowMs()),
        () => server.lose(BTC, fresh(), clock.nowMs()),
        () => server.raw(chance(server.sent)),
        () => server.raw(chance(server.sent).slice(0, 20 + Math.floor(random() * 60))),
        () =>
          server.raw(
            chance([
              'null',
              '[]',
              '{}',
              '"',
              '{"id":1}',
              '{"event":"error","code":"1","msg":"no"}',
              '{"error":{"code":1,"msg":"no"}}',
              '{"data":{}}',
            ]),
          ),
        () => {
          if (random() < 0.2) server.cut();
        },
      ];
      for (let step = 0; step < 120; step += 1) {
        // Whatever was before, it finds back.
        if (step % 12 === 0) await booksFlow({ bids: [[70 - step / 12, 1]], asks: [[71, 1]] }, 100);
        if (random() < 0.3)
          server.together(() => {
            for (let each = 0; each < 4; each += 1) chance(steps)();
          });
        else chance(steps)();
        clock.advance(Math.floor(random() * 400));
        await new Promise(setImmediate);
      }
      await booksFlow({ bids: [[50, 1]], asks: [[51, 1]] }, 100);
      expect(books.filter((book) => !trueBooks.has(keyOf(book)))).toEqual([]);
      expect(books.length).toBeGreaterThan(10);
    },
  );

  test('once stopped nothing is said any more and no line is left', async () => {
    await begin(btc);
    await feed.stop();
    await soon(() => expect(server.open).toBe(0));
    for (let second = 0; second < 60; second += 1) clock.advance(1_000);
    expect([server.connections, downs]).toEqual([1, []]);
  });
});
