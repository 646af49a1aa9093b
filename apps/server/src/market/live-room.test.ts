import { rate } from '@plimsoll/money';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ManualClock } from '../platform/clock.ts';
import { sql } from '../platform/db.ts';
import { HtxServer } from '../testing/htx-server/htx-server.ts';
import { testDatabase, type TestDatabase } from '../testing/index.ts';
import { BinanceServer } from '../testing/venue-servers/binance-server.ts';
import { OkxServer } from '../testing/venue-servers/okx-server.ts';
import { createMarket, seedCoins, seedMarkets, type MarketRoom } from './index.ts';
import { readStretch } from './tape/store.ts';

const START_MS = Date.UTC(2026, 10, 20, 13, 7, 21);
const BTC = 'BTC/USDT';
const enableOnly = sql<never>('test.enableOnlyBtc', `update market set enabled = symbol = 'btcusdt', mark_depth = 1`);

let database: TestDatabase;
let htx: HtxServer;
let binance: BinanceServer;
let okx: OkxServer;
let clock: ManualClock;
let room: MarketRoom;
let turn = 0;

beforeAll(async () => {
  database = await testDatabase();
  await seedCoins(database.db);
  await seedMarkets(database.db);
  await database.db.run(enableOnly);
});
afterAll(() => database.drop());
beforeEach(async () => {
  [htx, binance, okx] = await Promise.all([
    HtxServer.open('btcusdt'),
    new BinanceServer().begin(BTC),
    new OkxServer().begin(BTC),
  ]);
  clock = new ManualClock(START_MS);
  const venues = [
    { name: 'htx', url: htx.url, wsUrl: htx.wsUrl },
    { name: 'binance', url: binance.url, wsUrl: binance.wsUrl },
    { name: 'okx', url: okx.url, wsUrl: okx.wsUrl },
  ] as const;
  const log = {
    info() {},
    error(details: object, message: string) {
      throw new Error(message, { cause: details });
    },
  };
  room = createMarket({
    db: database.db,
    clock,
    log,
    config: { kind: 'live', venues },
    freshSeconds: () => 5,
    spotFee: () => rate('0.001'),
  });
  await room.start();
});
afterEach(async () => {
  await room.stop();
  await Promise.all([htx, binance, okx].map((server) => server.close()));
});

function say(mid: number): void {
  turn += 1;
  const book = {
    bids: [
      [mid - 0.5, 5],
      [mid - 50, turn],
    ],
    asks: [[mid + 0.5, 5]],
  } as const;
  htx.depth('btcusdt', book.bids, book.asks, clock.nowMs());
  for (const server of [binance, okx]) server.book(BTC, book, clock.nowMs());
}

test('a deployment on three venues shows one mark of three sources and the trades of one venue, until all are silent', async () => {
  const id = room.data.bySymbol('btcusdt')?.id ?? '';
  await vi.waitFor(
    () => {
      clock.advance(50);
      say(10_000);
      htx.trade('btcusdt', 10_000, 1, clock.nowMs());
      expect(room.data.mark(id)?.sources.map(({ name }) => name)).toEqual(['binance', 'htx', 'okx']);
      expect(room.data.lastTick(id)?.source).toBe('htx');
      expect(room.data.book(id)?.bids[0]).toMatchObject({ price: 999_950_000_000n });
    },
    { timeout: 20_000, interval: 20 },
  );
  expect([room.health().feed, room.data.isFresh(id)]).toEqual(['live', true]);
  await room.tape.complete();
  await room.marks.complete();
  const stretch = await readStretch(database.db, { marketId: id, symbol: 'btcusdt', fromSeq: 1, limit: 100 });
  expect(new Set(stretch.map(({ source }) => source))).toEqual(new Set(['htx']));
  // Past the maximum age of a book and of a mark.
  clock.advance(11_000);
  expect([room.data.mark(id), room.data.book(id), room.data.isFresh(id)]).toEqual([undefined, undefined, false]);
});
