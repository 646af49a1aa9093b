import { price, rate, type Amount } from '@plimsoll/money';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ManualClock } from '../platform/clock.ts';
import { alwaysHeld } from '../platform/lease.ts';
import { testDatabase, type TestDatabase } from '../testing/index.ts';
import { readCatalogue } from './catalogue.ts';
import { readFeedState } from './feed-state.ts';
import type { Feed } from './feeds/feed.ts';
import { openFeed } from './feeds/open-feed.ts';
import { seedCoins, seedMarkets } from './index.ts';
import { Leader } from './leader.ts';
import { LiveData } from './live-data.ts';
import { MarkWriter } from './marks/mark-writer.ts';
import { readMarks } from './marks/store.ts';
import type { News } from './news.ts';
import { TapeWriter } from './tape/tape-writer.ts';
import type { MarketMark } from './types.ts';

const START_MS = Date.UTC(2026, 10, 20, 9, 30, 20);
const MINUTES = 8;

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
  await seedCoins(database.db);
  await seedMarkets(database.db);
  await database.db.run({ name: 'test.oneMarket', text: `update market set enabled = symbol = 'btcusdt'` });
});
afterEach(() => database.drop());

interface Leading {
  readonly knowsPast?: boolean;
  readonly term?: () => number | undefined;
  readonly before?: (data: LiveData) => void;
  readonly data?: LiveData;
  readonly marks?: MarkWriter;
  readonly feed?: (feed: Feed) => Feed;
  readonly logged?: (message: string) => void;
}

/** A process that leads by a lease whose term is read each time. */
async function lead({
  knowsPast = false,
  term = () => 1,
  before = () => {},
  data: known,
  marks,
  feed = (each) => each,
  logged,
}: Leading = {}) {
  const { db } = database;
  const clock = new ManualClock(START_MS);
  const log = {
    info: () => {},
    error: (details: object, message: string) => {
      if (!logged) throw new Error(message, { cause: details });
      logged(message);
    },
  };
  const data = known ?? new LiveData({ clock, log, freshSeconds: () => 5, spotFee: () => rate('0.001') });
  data.setCatalogue(await readCatalogue(db));
  const state = await readFeedState(db);
  const opened = openFeed({ kind: 'simulated', rate: 2, seed: 'tide' }, state, { clock, log });
  data.setCandleTime(opened.feed.identity.candleTime);
  before(data);
  const news: News[] = [];
  const leader = new Leader({
    db,
    clock,
    log,
    data,
    state,
    opened: { ...opened, feed: feed(opened.feed) },
    term: 1,
    markBand: () => rate('0.005'),
    publish: (each) => {
      news.push(each);
    },
    tape: new TapeWriter({ db, clock, source: 'simulated' }),
    marks: marks ?? new MarkWriter({ db, clock }),
    lease: { ...alwaysHeld, term },
  });
  await leader.begin(knowsPast);
  return {
    leader,
    clock,
    data,
    kept: () => news.filter(({ kind }) => kind === 'kept').length,
    marked: () => news.flatMap((each) => (each.kind === 'mark' ? each.mark : [])),
  };
}

const minutes = (data: LiveData) => data.candles(data.bySymbol('btcusdt')?.id ?? '', '1min', MINUTES);

test('a new leader that followed only ticks fills in the past before them, with each trade once', async () => {
  const fresh = await lead();
  const whole = minutes(fresh.data);
  expect(whole).toHaveLength(MINUTES);
  await fresh.leader.end(false);
  await database.db.run({ name: 'test.noCandles', text: 'delete from candle' });
  await database.db.run({ name: 'test.noCandleProgress', text: 'delete from candle_progress' });
  const next = await lead({
    knowsPast: true,
    before: (data) => {
      const marketId = data.bySymbol('btcusdt')?.id ?? '';
      data.followTick({
        marketId,
        seq: 1,
        sourceTimeMs: START_MS - 10,
        receiveTimeMs: START_MS - 10,
        price: price('500000'),
        size: 1n as Amount,
      });
    },
  });
  expect(minutes(next.data)).toEqual(whole);
  await next.leader.end(false);
});

test('a new leader writes the whole past when none is stored', async () => {
  const { data, leader } = await lead();
  await leader.end(false);
  await database.db.run({ name: 'test.noCandlesKept', text: 'delete from candle' });
  await database.db.run({ name: 'test.noCandleProgressKept', text: 'delete from candle_progress' });
  // As of a process that followed meanwhile, whose changes another stored.
  for (const { candles } of data.liveMarkets()) candles.takeChanged();
  const next = await lead({ knowsPast: true, data });
  await next.leader.end(true);
  const kept = await database.db.run<{ bars: number }>({
    name: 'test.keptBars',
    text: `select count(*)::int as bars from candle where period = '1min'`,
  });
  expect(kept[0]?.bars).toBeGreaterThan(1000);
});

test('the past is not announced as written while the lease is not held, only once it is held again', async () => {
  let isHeld = false;
  const { leader, clock, kept } = await lead({ term: () => (isHeld ? 1 : undefined) });
  expect(kept()).toBe(0);
  await leader.keepAll();
  expect(kept()).toBe(0);
  isHeld = true;
  clock.advance(500);
  await expect.poll(kept).toBe(1);
  await leader.end(true);
});

const markOf = (data: LiveData, seq: number): MarketMark => ({
  marketId: data.bySymbol('btcusdt')?.id ?? '',
  seq,
  timeMs: START_MS - 100,
  price: price('500000'),
  sources: [{ name: 'sim-1', bid: price('499999'), ask: price('500001'), timeMs: START_MS - 100 }],
  held: false,
});
const tapeOf = (data: LiveData) =>
  readMarks(database.db, {
    marketId: data.bySymbol('btcusdt')?.id ?? '',
    symbol: 'btcusdt',
    fromSeq: 1,
    limit: 1_000,
  });

test('a new leader numbers its marks from the tape, and each counts at once, whatever it followed before', async () => {
  // Of a leader that was killed before it wrote them.
  const { leader, clock, data, marked } = await lead({
    knowsPast: true,
    before: (followed) => followed.takeMark(markOf(followed, 900)),
  });
  expect(data.lastMark(data.bySymbol('btcusdt')?.id ?? '')).toBeUndefined();
  clock.advance(2_000);
  await leader.end(true);
  const tape = await tapeOf(data);
  expect(tape.length).toBeGreaterThan(1);
  expect(marked().map(({ seq }) => seq)).toEqual(tape.map(({ seq }) => seq));
  expect(data.lastMark(data.bySymbol('btcusdt')?.id ?? '')?.seq).toBe(tape.findLast(({ held }) => !held)?.seq);
});

test('marks that a process could not write in an earlier term come before those of its next one, under other numbers', async () => {
  const clock = new ManualClock(START_MS);
  const marks = new MarkWriter({ db: database.db, clock });
  const next = await lead({
    marks,
    before: (data) => {
      marks.add(markOf(data, 1));
      marks.add(markOf(data, 2));
    },
  });
  next.clock.advance(2_000);
  await next.leader.end(true);
  const tape = await tapeOf(next.data);
  expect(tape.slice(0, 2).map(({ seq, price: at }) => [seq, at])).toEqual([
    [1, price('500000')],
    [2, price('500000')],
  ]);
  expect(next.marked().map(({ seq, price: at }) => [seq, at])).toEqual(
    tape.slice(2).map(({ seq, price: at }) => [seq, at]),
  );
});

test('a market’s history is asked for once in thirty seconds while it fails, however often the feed was away', async () => {
  let isAway = false;
  const failures: string[] = [];
  const asked: number[] = [];
  const { leader, clock, data } = await lead({
    logged: (message) => failures.push(message),
    feed: (feed) => ({
      identity: feed.identity,
      start: (...args) => feed.start(...args),
      setMarkets: (markets) => feed.setMarkets(markets),
      stop: () => feed.stop(),
      history(market, tier, fromMs, toMs) {
        if (!isAway) return feed.history(market, tier, fromMs, toMs);
        asked.push(fromMs);
        return Promise.reject(new Error('away'));
      },
    }),
  });
  isAway = true;
  const fill = (sinceMs: number) => leader.fillPast(data.liveMarkets(), clock.nowMs(), sinceMs);
  const begun = START_MS - 300_000;
  await Promise.all([fill(begun + 60_000), fill(begun), fill(begun + 120_000)]);
  expect([failures.length, asked.length]).toEqual([3, 3]);
  clock.advance(30_000);
  await expect.poll(() => asked.length).toBeGreaterThan(3);
  // All that was to be tried again is behind it.
  await fill(begun);
  expect(asked.slice(3)).toEqual([Math.min(...asked.slice(0, 3)), asked.at(-1)]);
  isAway = false;
  await leader.end(true);
});
