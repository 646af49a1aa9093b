import type { Answer } from '@plimsoll/contract';
import { sql, type Query } from '../../platform/db.ts';

interface KeptRow {
  market: string;
  seq: string;
  receive_time: Date;
  bids: string;
  asks: string;
  previous: string;
  hash: string;
}

const byHash = sql<KeptRow>(
  'spot.bookByHash',
  `
  select m.symbol as market, k.seq, k.receive_time, k.bids, k.asks, encode(k.previous, 'hex') as previous,
    encode(k.hash, 'hex') as hash
  from spot_book b cross join lateral spot_book_open(b) k join market m on m.id = b.market_id
  where b.hash = decode($1, 'hex') and k.bids is not null limit 1`,
);

const HASH = /^[0-9a-f]{64}$/;

/**
 * The book of this hash (PROOF 2.5), of a disabled market too; undefined for any other word, and where what was packed
 * cannot be opened.
 */
export async function keptBook(query: Query, hash: string): Promise<Answer<'book'> | undefined> {
  if (!HASH.test(hash)) return undefined;
  const [row] = await query.run(byHash, [hash]);
  if (!row) return undefined;
  const { market, seq, bids, asks, previous } = row;
  const time = row.receive_time.toISOString();
  return { market, seq: Number(seq), time, bids: levelsOf(bids), asks: levelsOf(asks), previous, hash: row.hash };
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server itself wrote it, and the hash covers it
const levelsOf = (text: string): string[][] => JSON.parse(text) as string[][];
