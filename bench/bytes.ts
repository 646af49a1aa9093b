import { setTimeout as delay } from 'node:timers/promises';
import { ask, obtain } from '../apps/server/src/testing/api-client.ts';
import { openDb, sql, type Db } from '../apps/server/src/platform/db.ts';
import { marketBuy } from './load/orders.ts';
import { openTradingFloor, type TradingFloor } from './load/trading-floor.ts';
import type { Figure } from './measure/figure.ts';
import { bench, say } from './measure/run.ts';
import { inTempFolder } from './measure/temp-folder.ts';

// What the database keeps of an order, an option and a day of a market, in bytes: rows as they lie on their pages, with
// their share of the indexes, after members traded through HTTP on a demo's simulated markets.

const MEMBERS = 32;
const ORDERS_EACH = 60;
const SPENT = '20';
const OPTIONS_EACH = 40;
/** How often packed books are repeated, so that the few pages that an index has at least do not count. */
const COPIES = 100;
const LOOK_MS = 500;
const WITHIN_MS = 120_000;

interface Kept {
  readonly table: string;
  readonly rows: number;
  /** Of all rows: with headers, alignment and line pointers. */
  readonly rowBytes: number;
  readonly indexBytes: number;
}

const tables = sql<{ name: string }>(
  'bench.tables',
  `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
);

/** Indexes are rebuilt, so that what is measured is not how far their pages happen to be split. */
async function measure(owner: Db): Promise<ReadonlyMap<string, Kept>> {
  const kept = new Map<string, Kept>();
  for (const { name } of await owner.run(tables)) {
    await owner.run(sql<never>(`bench.reindex ${name}`, `reindex table ${name}`));
    const [row] = await owner.run(
      sql<Kept>(
        `bench.bytes ${name}`,
        // A row's length is rounded up to eight bytes, and its pointer takes four.
        `select '${name}' as table, count(*)::float8 as rows, coalesce(sum((pg_column_size(t) + 7) / 8 * 8 + 4), 0)::float8 as "rowBytes",
          pg_indexes_size('${name}')::float8 as "indexBytes" from ${name} t`,
      ),
    );
    if (row) kept.set(name, row);
  }
  return kept;
}

/** What came since `before`, of tables that `of` names: bytes of its rows and of their share of the indexes. */
function grown(
  before: ReadonlyMap<string, Kept>,
  after: ReadonlyMap<string, Kept>,
  of: (table: string) => boolean,
): { readonly rows: number; readonly indexes: number } {
  let rows = 0;
  let indexes = 0;
  for (const { table, ...now } of after.values()) {
    const was = before.get(table);
    const added = now.rows - (was?.rows ?? 0);
    if (!of(table) || added <= 0) continue;
    const ofRows = (now.rowBytes / now.rows) * added;
    const ofIndexes = (now.indexBytes / now.rows) * added;
    say(
      `  ${table}: ${added} rows, ${(ofRows / added).toFixed(0)} bytes each and ${(ofIndexes / added).toFixed(0)} of indexes`,
    );
    rows += ofRows;
    indexes += ofIndexes;
  }
  return { rows, indexes };
}

/** A row of one table, without and with its indexes. */
function rowOf(kept: ReadonlyMap<string, Kept>, table: string): { readonly row: number; readonly all: number } {
  const found = kept.get(table);
  if (!found || found.rows === 0) throw new Error(`${table} has no rows`);
  return { row: found.rowBytes / found.rows, all: (found.rowBytes + found.indexBytes) / found.rows };
}

const SPOT: ReadonlySet<string> = new Set([
  'ledger_batch',
  'ledger_hold',
  'ledger_journal',
  'ledger_transfer',
  'spot_fill',
  'spot_order',
  'spot_minute',
]);
const OPTIONS: ReadonlySet<string> = new Set([
  'ledger_batch',
  'ledger_hold',
  'ledger_journal',
  'ledger_transfer',
  'option_order',
]);

const toPack = sql<{ n: number }>(
  'bench.toPack',
  'select count(*)::int as n from spot_book where packed is null and not is_newest',
);
const openOptions = sql<{ n: number }>(
  'bench.openOptions',
  'select count(*)::int as n from option_order where outcome is null',
);
const pace = sql<{ marks: number; ticks: number }>(
  'bench.pace',
  `select (select count(*) / extract(epoch from max(time) - min(time)) from mark)::float8 / count(*)::float8 as marks,
    (select count(*) / extract(epoch from max(receive_time) - min(receive_time)) from tick)::float8 / count(*)::float8 as ticks
  from mark_head where seq > 0`,
);
const markets = sql<{ n: number }>('bench.markets', 'select count(*)::int as n from mark_head where seq > 0');

/** Waits until a statement counts none. */
async function untilNone(owner: Db, counted: typeof toPack, what: string): Promise<void> {
  const startMs = performance.now();
  while (((await owner.run(counted))[0]?.n ?? 0) > 0) {
    if (performance.now() - startMs > WITHIN_MS) throw new Error(`there are still ${what}`);
    await delay(LOOK_MS);
  }
}

/** Market orders of all members at once; returns how many were filled. */
async function buyMuch({ url, members }: TradingFloor): Promise<number> {
  const { list } = await obtain(url, 'getMarketList');
  const usdt = list.filter(({ symbol }) => symbol.endsWith('usdt'));
  let placed = 0;
  await Promise.all(
    members.map(async ({ token }, member) => {
      for (let n = 0; n < ORDERS_EACH; n += 1) {
        const market = usdt[(member + n) % usdt.length];
        if (!market) throw new Error('there are no markets');
        const { code } = await ask(url, 'upbbbuy', marketBuy(market, SPENT), { token });
        if (code === 1) placed += 1;
      }
    }),
  );
  return placed;
}

async function takeOptions({ url, members }: TradingFloor): Promise<number> {
  let taken = 0;
  await Promise.all(
    members.map(async ({ token }) => {
      await obtain(url, 'transfer', { c_id: '1', num: '4000', from_type: '1', to_type: '2' }, { token });
      for (let n = 0; n < OPTIONS_EACH; n += 1) {
        const option = { m_id: '1', ctime: '30', ctzed: '100', buytype: n % 2 === 0 ? '1' : '2' } as const;
        if ((await ask(url, 'creatorder', option, { token })).code === 1) taken += 1;
      }
    }),
  );
  return taken;
}

const copyBooks = [
  sql<never>('bench.bookTable', 'create table bench_book (like spot_book including indexes)'),
  sql<never>(
    'bench.copyBooks',
    `insert into bench_book select (jsonb_populate_record(b, jsonb_build_object('seq', b.seq + n * 1000000000::bigint,
      'tick_seq', b.tick_seq + n * 1000000000::bigint, 'hash', sha256(convert_to(b.seq || ' ' || n, 'UTF8'))))).*
    from spot_book b, generate_series(1, ${COPIES}) n where length(b.packed) > 0`,
  ),
];

/** A packed book: its row, and with its share of indexes where many are kept. */
async function packedBook(owner: Db): Promise<{ readonly row: number; readonly all: number }> {
  for (const statement of copyBooks) await owner.run(statement);
  return rowOf(await measure(owner), 'bench_book');
}

const ACTIVE = 100_000;
const ORDERS_A_DAY = 10;
const OPTIONS_A_DAY = 5;
const MARKETS = 15;
const DAYS = 365;
const DAY_SECONDS = 86_400;
const TB = 1e12;

const shown = (what: string, bytes: number, limit: Figure['limit'] = null, more = ''): Figure => ({
  what,
  measured: `${bytes.toFixed(0)} bytes${more}`,
  against: null,
  value: bytes,
  unit: 'bytes',
  limit,
});
const yearly = (what: string, bytes: number, limit: Figure['limit'] = null): Figure => ({
  what,
  measured: `${(bytes / TB).toFixed(2)} TB`,
  against: null,
  value: bytes / TB,
  unit: 'TB',
  limit,
});

async function figuresOf(floor: TradingFloor, owner: Db): Promise<Figure[]> {
  const before = await measure(owner);
  const placed = await buyMuch(floor);
  await untilNone(owner, toPack, 'open books');
  const traded = await measure(owner);
  say('orders:');
  const spot = grown(before, traded, (table) => SPOT.has(table));
  const order = (spot.rows + spot.indexes) / placed;
  const taken = await takeOptions(floor);
  await untilNone(owner, openOptions, 'open options');
  const settled = await measure(owner);
  say('options:');
  const ofOptions = grown(traded, settled, (table) => OPTIONS.has(table));
  const option = (ofOptions.rows + ofOptions.indexes) / taken;
  const [book, mark, tick] = [await packedBook(owner), rowOf(settled, 'mark'), rowOf(settled, 'tick')];
  const [rates] = await owner.run(pace);
  const followed = (await owner.run(markets))[0]?.n ?? 0;
  if (!rates || followed === 0) throw new Error('there are no marks');
  const marketDay = (rates.marks * mark.all + rates.ticks * tick.all) * DAY_SECONDS;
  const year = {
    orders: ACTIVE * ORDERS_A_DAY * DAYS * order,
    options: ACTIVE * OPTIONS_A_DAY * DAYS * option,
    books: MARKETS * DAY_SECONDS * DAYS * book.all,
    // An option is always open on each market, so that all its marks stay.
    marks: MARKETS * DAY_SECONDS * DAYS * rates.marks * mark.all,
    // Each book's tick, and the one after it.
    ticks: MARKETS * DAY_SECONDS * DAYS * Math.min(2, rates.ticks) * tick.all,
  };
  return [
    shown('a row of a kept book, packed', book.row, { atMost: 300 }),
    shown('the same with its indexes', book.all),
    shown(`a market order with its hold, journals and fills (${placed} orders)`, order),
    shown(`an option from its stake to its payout (${taken} options)`, option),
    shown('a mark', mark.all, null, `, ${rates.marks.toFixed(2)} a second and market`),
    shown('a trade of the tape', tick.all, null, `, ${rates.ticks.toFixed(2)} a second and market`),
    shown('a market’s tape of a day, before it is thinned', marketDay),
    yearly('a year of 100 000 active of a million members, 10 orders a day', year.orders),
    yearly('the same, 5 options a day', year.options),
    yearly('the same, 15 markets whose every second is traded in: books', year.books),
    yearly('the same: marks, where an option is always open', year.marks),
    yearly('the same: trades that books name', year.ticks),
    yearly(
      'all of that together',
      Object.values(year).reduce((sum, each) => sum + each, 0),
      { atMost: 1 },
    ),
  ];
}

await bench('bytes', () =>
  inTempFolder(async (folder) => {
    const floor = await openTradingFloor(folder, MEMBERS);
    try {
      const owner = openDb(floor.databaseUrl, { connections: 1, role: null });
      try {
        return await figuresOf(floor, owner);
      } finally {
        await owner.close();
      }
    } finally {
      await floor.close();
    }
  }));
