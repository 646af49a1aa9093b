import { PERIODS } from '@plimsoll/contract';
import { rate } from '@plimsoll/money';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ManualClock } from '../platform/clock.ts';
import { sql } from '../platform/db.ts';
import type { Lease } from '../platform/lease.ts';
import { testDatabase, type TestDatabase } from '../testing/index.ts';
import { createMarket, seedCoins, seedMarkets, type MarketRoom } from './index.ts';

// A process that loses the lease and regains it unnoticed: another may have led meanwhile, and deleted or written
// candles.

const START_MS = Date.UTC(2026, 10, 20, 13, 7, 21);
const enableOnly = sql<never>('test.enableOnlyBtc', `update market set enabled = symbol = 'btcusdt'`);
const dropCandles = sql<never>('test.dropCandles', 'with bars as (delete from candle) delete from candle_progress');
const minutesKept = sql<{ count: number }>(
  'test.minutesKept',
  `select count(*)::int as count from candle where period = '1min'`,
);

let database: TestDatabase;
let clock: ManualClock;
let room: MarketRoom;
let term: number;
let logged: string[];
let changed: (term: number | undefined) => void;

beforeAll(async () => {
  database = await testDatabase();
  await seedCoins(database.db);
  await seedMarkets(database.db);
  await database.db.run(enableOnly);
});
afterAll(() => database.drop());
beforeEach(async () => {
  clock = new ManualClock(START_MS);
  term = 1;
  logged = [];
  const lease: Lease = {
    term: () => term,
    take: async () => term,
    watch(listener) {
      changed = listener;
    },
    release: async () => {},
  };
  const log = {
    info(_: object, message: string) {
      logged.push(message);
    },
    error(details: object, message: string) {
      throw new Error(message, { cause: details });
    },
  };
  room = createMarket({
    db: database.db,
    clock,
    log,
    lease,
    config: { kind: 'simulated', rate: 2, seed: 'tide' },
    freshSeconds: () => 5,
    spotFee: () => rate('0.001'),
  });
  await room.start();
});
afterEach(() => room.stop());

const id = () => room.data.bySymbol('btcusdt')?.id ?? '';
const charts = () => PERIODS.map((period) => room.data.candles(id(), period, 200));

/** Takes the lease in a later term; resolves once the process leads in it. */
async function leadAgain(): Promise<void> {
  term += 2;
  changed(term);
  await expect.poll(() => logged, { interval: 5, timeout: 20_000 }).toContain('feed taken over');
}

test('a later term of the same process counts no trade twice', async () => {
  clock.advance(3_000);
  // On the tape, and not yet in the stored candles.
  await room.tape.complete();
  const counts = () => charts().map((bars) => bars.reduce((sum, { count }) => sum + count, 0));
  const before = counts();
  await leadAgain();
  // Waits until it leads, without advancing the clock.
  await room.stop();
  expect(counts()).toEqual(before);
});

test('a later term of the same process writes the whole past again when another process deleted it', async () => {
  await database.db.run(dropCandles);
  await leadAgain();
  await expect
    .poll(
      async () => {
        clock.advance(500);
        return (await database.db.run(minutesKept))[0]?.count;
      },
      { interval: 20, timeout: 20_000 },
    )
    .toBeGreaterThan(1000);
});
