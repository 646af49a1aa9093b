import { amount, price } from '@plimsoll/money';
import { levelsText, type BookLevel } from '@plimsoll/proof';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditLedger } from '../../ledger/index.ts';
import { SimulatedFeed } from '../../market/feeds/simulated/simulated.ts';
import { MARKETS } from '../../market/seed.ts';
import { ManualClock } from '../../platform/clock.ts';
import { openDb, sql, type Db } from '../../platform/db.ts';
import { migrate, MIGRATIONS } from '../../platform/migrate.ts';
import { testDatabase, type TestDatabase } from '../../testing/index.ts';
import { sampleMarket } from '../../testing/sample-market.ts';
import { failingLog } from '../../testing/world-parts.ts';
import { bookPacking } from './book-packing.ts';
import { depthAudits } from './depth-audit.ts';

/** The last migrations of version 0.2.0, and of the one before books were packed. */
const BEFORE = ['0035_spot_book_by_hash', '0050_orders_of_keys'];
const START_MS = Date.UTC(2026, 10, 22);
const DAY_MS = 86_400_000;
const EVERY_MS = DAY_MS / 48;

let database: TestDatabase;
let owner: Db;
const raw = <Row = Record<string, unknown>>(text: string) => sql<Row>(`test ${text}`.slice(0, 60), text);

interface Kept {
  readonly market_id: number;
  readonly seq: number;
  readonly after_seq: number | null;
  readonly at: string;
  readonly bids: string;
  readonly asks: string;
  /** What is left when the best ask is gone. */
  readonly asks_left: string;
  readonly best: string;
  readonly size: string;
  readonly taken: string;
  readonly taken_at: string | null;
}

/** A day of each market of a demo: two snapshots an hour, and all that the best ask had is bought. */
function dayOf(marketId: number, [base, quote, , , step, priceStep]: (typeof MARKETS)[number]): Kept[] {
  const market = sampleMarket(base, quote, { step, priceStep });
  const feed = new SimulatedFeed({ clock: new ManualClock(START_MS), seed: 'a day', rate: 2 });
  const day: Kept[] = [];
  for (let fromMs = START_MS; fromMs < START_MS + DAY_MS; fromMs += EVERY_MS) {
    const moment = feed.moments(market, fromMs, fromMs + EVERY_MS).next().value;
    if (!moment) throw new Error('a market without a trade in half an hour');
    const book = moment.book();
    const read = (levels: readonly (readonly [number, number])[]): BookLevel[] =>
      levels.map(([at, size]) => ({ price: price(at.toFixed(8)), size: amount(size.toFixed(8)) }));
    const [bids, asks] = [read(book.bids), read(book.asks)];
    const before = day.at(-1);
    day.push({
      market_id: marketId,
      seq: fromMs + 400,
      after_seq: before?.seq ?? null,
      at: new Date(fromMs + 400).toISOString(),
      bids: levelsText(bids),
      asks: levelsText(asks),
      asks_left: levelsText(asks.slice(1)),
      best: (book.asks[0]?.[0] ?? 0).toFixed(8),
      size: (book.asks[0]?.[1] ?? 0).toFixed(8),
      taken: before?.size ?? '0',
      taken_at: before?.at ?? null,
    });
  }
  return day;
}

const findings = async () =>
  (await auditLedger(database.db, depthAudits)).checks.flatMap((check) =>
    check.rows.map((row) => `${check.name}: ${row}`),
  );
const texts = raw(
  'select market_id, seq, bids, asks, receive_time, previous, hash from spot_book order by market_id, seq',
);
const opened = raw(
  `select k.market_id, k.seq, k.bids, k.asks, k.receive_time, k.previous, k.hash from spot_book b cross join lateral spot_book_open(b) k order by 1, 2`,
);

describe.each(BEFORE)('kept up to %s', (upTo) => {
  beforeAll(async () => {
    database = await testDatabase('template0');
    await migrate(database.url, MIGRATIONS, { upTo });
    owner = openDb(database.url, { connections: 1, role: null });
    const day = MARKETS.flatMap((market, index) => dayOf(index + 1, market));
    await owner.run(
      raw(`insert into coin (id, title, decimals, sort) select n, 'C' || n, 8, n from generate_series(1, 100) n`),
    );
    await owner.run(
      raw(`insert into market (id, symbol, base_coin, quote_coin, min, step, price_step)
      select n, lower(s), n, 100, 1, 1, 1 from unnest($1::text[]) with ordinality e (s, n)`),
      [MARKETS.map(([base, quote]) => `${base}${quote}`)],
    );
    await owner.run(
      raw(
        `insert into member (id, username, password_hash, invite_code, created_at) values (1, 'keel', '-', 'AAAAAAAA', now())`,
      ),
    );
    // As those versions wrote them: half a second of recovery leaves nothing of half an hour before.
    for (const kept of day)
      await owner.run(
        raw(`insert into spot_book (market_id, seq, tick_seq, source_time, receive_time, bids, asks, bids_left, asks_left, recovery_ms,
          after_seq, is_newest, asks_taken, asks_taken_at)
        select market_id, seq, 1, at - interval '20 milliseconds', at, bids, asks, bids, asks_left, 500, after_seq, $2, taken, taken_at
        from jsonb_to_record($1::jsonb) as k (market_id bigint, seq bigint, after_seq bigint, at timestamptz, bids text, asks text,
          asks_left text, taken numeric, taken_at timestamptz)`),
        [JSON.stringify(kept), kept.seq === START_MS + DAY_MS - EVERY_MS + 400],
      );
    await owner.run(
      raw(`insert into spot_order (id, member_id, market_id, side, status, budget, held, filled, paid, fee, fee_rate, fills, placed_at, traded_at)
      select seq * 100 + market_id, 1, market_id, 1, 2, trunc(size * best, 8), 0, size, trunc(size * best, 8), 0, 0, 1, at, at
      from jsonb_to_recordset($1::jsonb) as k (market_id bigint, seq bigint, size numeric, best numeric, at timestamptz)`),
      [JSON.stringify(day)],
    );
    await owner.run(
      raw(`insert into spot_fill (order_id, n, book_seq, price, quantity, paid, fee, at)
      select seq * 100 + market_id, 1, seq, best, size, trunc(size * best, 8), 0, at
      from jsonb_to_recordset($1::jsonb) as k (market_id bigint, seq bigint, size numeric, best numeric, at timestamptz)`),
      [JSON.stringify(day)],
    );
  });
  afterAll(async () => {
    await owner.close();
    await database.drop();
  });

  test('a day that was kept open is read after the migration, and packed without a change of what it says', async () => {
    const before = await owner.run(texts);
    expect(before).toHaveLength(15 * 48);
    await migrate(database.url, MIGRATIONS);
    expect(await findings()).toEqual([]);
    expect(await owner.run(opened)).toEqual(before);
    await bookPacking({ db: database.db, clock: new ManualClock(START_MS), log: failingLog }).doAll();
    expect(
      await owner.run(
        raw(
          'select is_newest, length(packed) > 1 as packed, count(*)::int as n from spot_book group by 1, 2 order by 1',
        ),
      ),
    ).toEqual([
      { is_newest: false, packed: true, n: 15 * 47 },
      { is_newest: true, packed: null, n: 15 },
    ]);
    expect(await owner.run(opened)).toEqual(before);
    expect(await findings()).toEqual([]);
  });

  test('a packed snapshot of twenty levels a side has a row of at most 300 bytes', async () => {
    const [row] = await owner.run(
      raw<{ mean: number; longest: number }>(
        'select avg(pg_column_size(b))::float8 as mean, max(pg_column_size(b)) as longest from spot_book b where not is_newest',
      ),
    );
    expect(row?.mean).toBeLessThanOrEqual(300);
  });
});
