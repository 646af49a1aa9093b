import { amount, formatShort, price } from '@plimsoll/money';
import type { Book, Level } from '../../market/types.ts';
import { sql, type Tx } from '../../platform/db.ts';

type WrittenLevels = readonly (readonly [price: string, size: string])[];

const writeLevels = (levels: readonly Level[]): string =>
  JSON.stringify(levels.map((level) => [formatShort(level.price), formatShort(level.size)]));
const readLevels = (written: WrittenLevels): Level[] => written.map(([at, size]) => ({ price: price(at), size: amount(size) }));

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
const lock = sql<{ market_id: string; bids_left: WrittenLevels; asks_left: WrittenLevels }>('spot.lockBooks', `
  select k.market_id, k.bids_left, k.asks_left from spot_book k
  join unnest($1::bigint[], $2::bigint[]) as w (market_id, seq) using (market_id, seq)
  order by k.market_id for update of k`);

/** Keeps these snapshots (one a market) if they are not kept yet, locks them, and reads what is left of each, by market. */
export async function lockBooks(tx: Tx, books: readonly Book[]): Promise<Map<string, BookLeft>> {
  if (books.length === 0) return new Map();
  const sorted = [...books].sort((a, b) => (BigInt(a.marketId) < BigInt(b.marketId) ? -1 : 1));
  const names = [sorted.map((book) => book.marketId), sorted.map((book) => book.seq)];
  const [, locked] = await Promise.all([
    tx.run(keep, [
      ...names,
      sorted.map((book) => book.tickSeq),
      sorted.map((book) => new Date(book.sourceTimeMs)),
      sorted.map((book) => new Date(book.receiveTimeMs)),
      sorted.map((book) => writeLevels(book.bids)),
      sorted.map((book) => writeLevels(book.asks)),
    ]),
    tx.run(lock, names),
  ]);
  const rows = new Map(locked.map((row) => [row.market_id, row]));
  return new Map(sorted.map((book) => {
    const row = rows.get(book.marketId);
    return [book.marketId, { book, bids: readLevels(row?.bids_left ?? []), asks: readLevels(row?.asks_left ?? []) }];
  }));
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
