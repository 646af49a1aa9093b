import { amount, formatShort, price, type Price } from '@plimsoll/money';
import type { Book, Level } from '../../market/types.ts';
import { sql, type Tx } from '../../platform/db.ts';

type WrittenLevels = readonly (readonly [price: string, size: string])[];

/** Levels by their text, as far as this process wrote or read it lately: reading decimals is most of the work of meeting a snapshot. */
const known = new Map<string, readonly Level[]>();
const MOST_KNOWN = 200;

function remember(text: string, levels: readonly Level[]): void {
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(text, levels);
}

/** Levels as `jsonb` spells them, so that what was written is known when it is read again. */
function writeLevels(levels: readonly Level[]): string {
  const text = `[${levels.map((level) => `["${formatShort(level.price)}", "${formatShort(level.size)}"]`).join(', ')}]`;
  remember(text, levels);
  return text;
}

function readLevels(text: string): readonly Level[] {
  const found = known.get(text);
  if (found) return found;
  const levels = (JSON.parse(text) as WrittenLevels).map(([at, size]) => ({ price: price(at), size: amount(size) }));
  remember(text, levels);
  return levels;
}

/** What is left of a snapshot after all that was filled from it. */
export interface BookLeft {
  readonly book: Book;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

const keep = sql<never>('spot.keepBooks', `
  insert into spot_book (market_id, seq, tick_seq, source_time, receive_time, bids, asks, bids_left, asks_left)
  select m, s, t, st, rt, b, a, b, a
  from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::timestamptz[], $5::timestamptz[], $6::jsonb[], $7::jsonb[]) as k (m, s, t, st, rt, b, a)
  on conflict do nothing`);
interface LeftRow { market_id: string; bids_left: string; asks_left: string }
const lock = sql<LeftRow>('spot.lockBooks', `
  select k.market_id, k.bids_left::text, k.asks_left::text from spot_book k
  join unnest($1::bigint[], $2::bigint[]) as w (market_id, seq) using (market_id, seq)
  order by k.market_id for update of k`);
// A snapshot is named by the moment it came: with the clock set back, a new process may give one a name that stands for another.
const lockSame = sql<LeftRow>('spot.lockSameBooks', `
  select k.market_id, k.bids_left::text, k.asks_left::text from spot_book k
  join unnest($1::bigint[], $2::bigint[], $3::jsonb[], $4::jsonb[]) as w (market_id, seq, bids, asks) using (market_id, seq, bids, asks)
  order by k.market_id for update of k`);

const inOrder = (books: readonly Book[]): Book[] => [...books].sort((a, b) => (BigInt(a.marketId) < BigInt(b.marketId) ? -1 : 1));
const namesOf = (books: readonly Book[]): unknown[] => [books.map((book) => book.marketId), books.map((book) => book.seq)];
const levelsOf = (books: readonly Book[]): unknown[] => [books.map((book) => writeLevels(book.bids)), books.map((book) => writeLevels(book.asks))];
const rowsOf = (books: readonly Book[]): unknown[] => [
  ...namesOf(books),
  books.map((book) => book.tickSeq),
  books.map((book) => new Date(book.sourceTimeMs)),
  books.map((book) => new Date(book.receiveTimeMs)),
  ...levelsOf(books),
];

/** The last snapshot of each market that was met here: most likely kept, by the first who met it, and only to be locked. */
const lastKept = new Map<string, Book>();
const isKept = (book: Book): boolean => lastKept.get(book.marketId) === book;

/** Keeps these snapshots (one a market) if they are not kept yet, locks them, and reads what is left of each, by market: nothing of one whose name stands for another snapshot. */
export async function lockBooks(tx: Tx, books: readonly Book[]): Promise<Map<string, BookLeft>> {
  if (books.length === 0) return new Map();
  const sorted = inOrder(books);
  const keepAndLock = async () => (await Promise.all([tx.run(keep, rowsOf(sorted)), tx.run(lockSame, [...namesOf(sorted), ...levelsOf(sorted)])]))[1];
  let locked = sorted.every(isKept) ? await tx.run(lock, namesOf(sorted)) : await keepAndLock();
  // Whoever kept it may have been rolled back.
  if (locked.length < sorted.length) locked = await keepAndLock();
  const rows = new Map(locked.map((row) => [row.market_id, row]));
  for (const book of sorted) if (rows.has(book.marketId)) lastKept.set(book.marketId, book);
  return new Map(sorted.map((book) => {
    const row = rows.get(book.marketId);
    return [book.marketId, { book, bids: readLevels(row?.bids_left ?? '[]'), asks: readLevels(row?.asks_left ?? '[]') }];
  }));
}

const best = sql<{ market_id: string; bid: string | null; ask: string | null }>('spot.bestKept', `
  select k.market_id, k.bids -> 0 ->> 0 as bid, k.asks -> 0 ->> 0 as ask from spot_book k
  join unnest($1::bigint[], $2::bigint[], $3::jsonb[], $4::jsonb[]) as w (market_id, seq, bids, asks) using (market_id, seq, bids, asks)`);

/** The best prices of a snapshot; null on a side that had none. */
export interface BestPrices {
  readonly bid: Price | null;
  readonly ask: Price | null;
}

/**
 * Keeps these snapshots (one a market) for ever, so that what was done at their prices can be checked, and reads their best prices, by market;
 * none of one whose name stands for another snapshot. Takes nothing of their sizes.
 */
export async function keepBooks(tx: Tx, books: readonly Book[]): Promise<Map<string, BestPrices>> {
  if (books.length === 0) return new Map();
  const sorted = inOrder(books);
  const [, rows] = await Promise.all([tx.run(keep, rowsOf(sorted)), tx.run(best, [...namesOf(sorted), ...levelsOf(sorted)])]);
  return new Map(rows.map(({ market_id, bid, ask }) => [market_id, { bid: bid === null ? null : price(bid), ask: ask === null ? null : price(ask) }]));
}

const write = sql<never>('spot.writeBooksLeft', `
  update spot_book k set bids_left = t.b, asks_left = t.a
  from unnest($1::bigint[], $2::bigint[], $3::jsonb[], $4::jsonb[]) as t (m, s, b, a)
  where k.market_id = t.m and k.seq = t.s`);

/** Writes what is left of snapshots locked before. */
export async function writeBooksLeft(tx: Tx, books: readonly BookLeft[]): Promise<void> {
  if (books.length === 0) return;
  await tx.run(write, [
    books.map(({ book }) => book.marketId),
    books.map(({ book }) => book.seq),
    books.map(({ bids }) => writeLevels(bids)),
    books.map(({ asks }) => writeLevels(asks)),
  ]);
}
