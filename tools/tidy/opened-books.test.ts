import { expect, test } from 'vitest';
import { ROOT } from '../run/part.ts';
import { readFiles } from './house.ts';
import { booksReaders, openedBooks } from './rules/opened-books.ts';

const lines = (statement: string, path = 'apps/server/src/features/spot/a.ts'): number[] =>
  openedBooks([{ path, text: statement }]).map(({ line }) => line);
const sql = (statement: string): string => `const a = sql('a', \`${statement}\`);`;

test.each([
  'select k.bids\nfrom spot_book k where k.hash = $1',
  'select b.*\nfrom spot_book as b',
  'select receive_time\nfrom spot_book where seq = $1',
  'select *\nfrom spot_book',
  'select spot_book.asks\nfrom spot_book',
  'select k.previous\nfrom spot_fill f join spot_book k on k.seq = f.book_seq where not k.is_newest',
  'select o.asks, k.recovery_ms\nfrom spot_book k cross join lateral spot_book_open(k) o',
])('a statement that reads a kept book as it lies is found: %s', (statement) => {
  expect(lines(sql(statement))).toEqual([1]);
  expect(lines(`const a = ['select 1', 'select asks from spot_book'];\nconst b = 1;`)).toEqual([1]);
});

test.each([
  'select k.bids from spot_book b cross join lateral spot_book_open(b) k',
  'select k.seq, k.hash, k.tick_seq from spot_book k',
  'select bids_left from spot_book where market_id = $1 and is_newest for update',
  'insert into spot_book (market_id, bids, asks) values ($1, $2, $3)',
  'update spot_book k set bids_left = t.bids_left from t where k.seq = t.seq',
  '-- not packed: of what is open alone\nselect k.bids from spot_book k where k.packed is null',
])('a statement that opens it, or needs nothing that is packed, is left alone: %s', (statement) => {
  expect(lines(sql(statement))).toEqual([]);
});

test('functions of later migrations are read too; tests and forgers are not', () => {
  const body = 'create function a() returns text language sql as $$ select bids from spot_book $$;';
  expect(lines(body, 'apps/server/migrations/0077_a.sql')).toEqual([1]);
  expect(lines(body, 'apps/server/migrations/0015_spot.sql')).toEqual([]);
  expect(lines(sql('select bids from spot_book'), 'apps/server/src/a.test.ts')).toEqual([]);
  expect(lines(sql('select bids from spot_book'), 'e2e/frauds/of-spot.ts')).toEqual([]);
});

/** Who reads kept books, and which open them: the others read keys and hashes, the newest, or write. */
const OPEN_THEM: Readonly<Record<string, boolean>> = {
  'apps/server/migrations/0074_spot_book_by_tick.sql': false,
  'apps/server/src/features/exchange/audit.ts': true,
  'apps/server/src/features/proof/entries/fill-entries.ts': false,
  'apps/server/src/features/spot/book-snapshots.ts': false,
  'apps/server/src/features/spot/depth-audit.ts': true,
  'apps/server/src/features/spot/kept-book.ts': true,
  'apps/server/src/market/tape/audit.ts': false,
  'apps/server/src/platform/known-functions.ts': false,
  'apps/server/src/testing-matrix/house.ts': false,
  'bench/bytes.ts': false,
  'bench/crossing/bare-statement.ts': false,
  'bench/upgrade/fill.ts': false,
  'bench/upgrade/watch-tables.ts': false,
  'e2e/faults/packing-killed.ts': true,
  'e2e/trade-day/kept.ts': true,
  'tools/trace/read-trace.ts': false,
};

test('the readers of kept books are these, and those that need what is packed open it', () => {
  const files = readFiles(ROOT);
  expect(
    Object.fromEntries(
      booksReaders(files).map((reader) => [
        reader,
        files.find(({ path }) => path === reader)?.text.includes('spot_book_open('),
      ]),
    ),
  ).toEqual(OPEN_THEM);
  expect(openedBooks(files)).toEqual([]);
});
