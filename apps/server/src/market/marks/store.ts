import { z } from 'zod';
import { format, price, type Price } from '@plimsoll/money';
import { sourcesText, type MarkSource, type TapeMark } from '@plimsoll/proof';
import { atMs, bool, count, id, int, priceOf, text } from '../../platform/db-columns.ts';
import { rowsOf, type RowOf } from '../../platform/db-rows.ts';
import { sql, type Db, type Query } from '../../platform/db.ts';
import type { Fence } from '../../platform/lease.ts';
import { momentOf, type FindAround, type TapeEnds } from '../tape-stretch.ts';
import type { MarketMark } from '../types.ts';
import type { MarkPlace } from './mark-maker.ts';

const SOURCES = z.array(
  z.object({
    name: z.string(),
    bid: z.string(),
    ask: z.string(),
    time: z.string(),
    seq: z.number().exactOptional(),
    trade: z.string().exactOptional(),
  }),
);
type WireSource = z.infer<typeof SOURCES>[number];
interface MarkRow {
  symbol: string;
  seq: string;
  time: Date;
  price: string;
  sources: string;
  held: boolean;
  previous: string;
  hash: string;
}

const MARK_COLUMNS = `k.seq, k.time, k.price, k.sources, k.held, encode(k.previous, 'hex') as previous, encode(k.hash, 'hex') as hash`;

const MARKS = rowsOf({
  marketId: id('market'),
  seq: count,
  timeMs: atMs.named('time'),
  price: priceOf,
  sources: text,
  held: bool,
});
const append = sql<never>(
  'mark.append',
  `select mark_append(${MARKS.parameters(1)}, $${1 + MARKS.width}::timestamptz)`,
);
// The lease is read and not locked: its renewal must wait for nobody. Whoever takes it locks the ends of the tape before
// reading them ({@link readMarkPlaces}), behind what was being written. Only a statement that read the lease before it
// was taken, and comes to the ends after that lock, could write behind it: a new leader does much in between.
const appendInTerm = sql<never>(
  'mark.appendInTerm',
  `
  with led as materialized (
    select from process_lease where name = $${2 + MARKS.width} and term = $${3 + MARKS.width})
  select mark_append(${MARKS.parameters(1)}, $${1 + MARKS.width}::timestamptz) from led`,
);
const lastMarks = sql<MarkRow & { market_id: string }>(
  'mark.last',
  `
  select h.market_id, h.symbol, ${MARK_COLUMNS} from mark_head h
  cross join lateral (select * from mark where market_id = h.market_id and not held order by seq desc limit 1) k`,
);
const lastOf = sql<{ market_id: string; seq: string; time: Date; price: string }>(
  'mark.lastOf',
  `
  select m.id as market_id, k.seq, k.time, k.price from unnest($1::bigint[]) as m (id)
  cross join lateral (select seq, time, price from mark where market_id = m.id and not held order by seq desc limit 1) k`,
);
const lockEnds = sql<never>('mark.lockEnds', `select mark_append('{}', '{}', '{}', '{}', '{}', '{}', '-infinity')`);
const places = sql<{ market_id: string; seq: string; time: Date }>(
  'mark.places',
  'select market_id, seq, time from mark_head where seq > 0',
);
const stretch = sql<MarkRow>(
  'mark.stretch',
  `
  select $2::text as symbol, ${MARK_COLUMNS} from mark k
  where k.market_id = $1 and k.seq >= $3 and k.seq <= coalesce($4, 9223372036854775807) order by k.seq limit $5`,
);
const recent = sql<{ seq: string; time: Date; price: string }>(
  'mark.recent',
  `
  select * from (select k.seq, k.time, k.price from mark k where k.market_id = $1 and k.time >= $2 and not k.held order by k.time desc, k.seq desc limit $3) newest
  order by seq`,
);
const around = sql<TapeEnds>(
  'mark.around',
  `
  select (select seq from mark where market_id = $1 and time >= $2 order by time, seq limit 1) as first,
    (select seq from mark where market_id = $1 and time <= $3 order by time desc, seq desc limit 1) as last`,
);
const named = sql<{ market_id: string }>('mark.marketOf', 'select market_id from mark_head where symbol = $1');

const readSource = ({ name, bid, ask, time, seq, trade }: WireSource): MarkSource => ({
  name,
  bid: price(bid),
  ask: price(ask),
  timeMs: Date.parse(time),
  ...(seq === undefined ? {} : { seq }),
  ...(trade === undefined ? {} : { trade }),
});

/** Sources of a mark on the wire, fields in the order of the tape's text. */
export const wireSources = (sources: readonly MarkSource[]): WireSource[] =>
  sources.map(({ name, bid, ask, timeMs, seq, trade }) => ({
    ask: format(ask),
    bid: format(bid),
    name,
    ...(seq === undefined ? {} : { seq }),
    time: new Date(timeMs).toISOString(),
    ...(trade === undefined ? {} : { trade }),
  }));

const readMark = (row: MarkRow): TapeMark => ({
  market: row.symbol,
  // not money: a mark's number
  seq: Number(row.seq),
  timeMs: row.time.getTime(),
  price: price(row.price),
  sources: SOURCES.parse(JSON.parse(row.sources)).map(readSource),
  held: row.held,
  previous: row.previous,
  hash: row.hash,
});

const MOMENTS = rowsOf({
  marketId: id('market'),
  atMs: atMs.named('at'),
  freshMs: int,
  nextWithinMs: int.named('next_ms'),
});
const exits = sql<MarkRow & { place: number }>(
  'mark.exits',
  `
  select a.place::int, h.symbol, ${MARK_COLUMNS}
  from ${MOMENTS.unnestPlaced('a', 1)}
  join mark_head h on h.market_id = a.market_id
  cross join lateral (
    select * from (
      (select *, 1 as turn from mark
       where market_id = a.market_id and not held and time <= a.at and time >= a.at - a.fresh_ms * interval '1 millisecond'
       order by time desc, seq desc limit 1)
      union all
      (select *, 2 from mark
       where market_id = a.market_id and not held and time > a.at and time <= a.at + a.next_ms * interval '1 millisecond'
       order by time, seq limit 1)
    ) each order by turn limit 1) k`,
);

/** The end of an option, and how far from it a mark may be to decide. */
export interface SettlementMoment {
  readonly marketId: string;
  readonly atMs: number;
  readonly freshMs: number;
  readonly nextWithinMs: number;
}

/** For each, the last usable mark at or before the moment if fresh, else the first after it in time. */
export async function exitMarks(query: Query, moments: readonly SettlementMoment[]): Promise<(TapeMark | undefined)[]> {
  const rows = await query.run(exits, MOMENTS.arrays(moments));
  const found = new Map(rows.map((row) => [row.place, row]));
  return moments.map((_each, index) => {
    const row = found.get(index + 1);
    return row && readMark(row);
  });
}

/**
 * Appends marks (`mark_append`); with `wholeToMs` every market's tape is then complete up to it. Of a term that is over,
 * does nothing: the next leader has numbered its own marks.
 */
export async function appendMarks(
  query: Query,
  marks: readonly MarketMark[],
  wholeToMs: number | null,
  fence?: Fence,
): Promise<void> {
  const rows = MARKS.arrays(marks, (mark) => ({ ...mark, sources: sourcesText(mark.sources) }));
  const values = [...rows, wholeToMs === null ? null : new Date(wholeToMs)];
  if (fence) await query.run(appendInTerm, [...values, fence.lease, fence.term]);
  else await query.run(append, values);
}

/** Each market's last mark that was not held back. */
export const readLastMarks = async (query: Query): Promise<MarketMark[]> =>
  (await query.run(lastMarks)).map((row) => {
    const { seq, timeMs, price: at, sources, held } = readMark(row);
    return { marketId: row.market_id, seq, timeMs, price: at, sources, held };
  });

/**
 * The end of each market's tape of marks, by market, for a new leader: behind everything that the one before was still
 * writing.
 */
export const readMarkPlaces = async (db: Pick<Db, 'transaction'>): Promise<Map<string, MarkPlace>> => {
  const [, rows] = await db.transaction((tx) => Promise.all([tx.run(lockEnds), tx.run(places)]));
  // not money: a mark's number
  return new Map(rows.map((row) => [row.market_id, { seq: Number(row.seq), timeMs: row.time.getTime() }]));
};

export interface MarkStretch {
  readonly marketId: string;
  readonly symbol: string;
  readonly fromSeq: number;
  readonly toSeq?: number | undefined;
  readonly limit: number;
}

/** The marks of a stretch, both ends included, oldest first, up to `limit`. */
export const readMarks = async (
  query: Query,
  { marketId, symbol, fromSeq, toSeq, limit }: MarkStretch,
): Promise<TapeMark[]> => (await query.run(stretch, [marketId, symbol, fromSeq, toSeq ?? null, limit])).map(readMark);

/** The first mark from a moment on, and the last one up to one, held back or not. */
export const marksAround: FindAround = async (query, { marketId, fromMs, toMs }) =>
  (await query.run(around, [marketId, momentOf(fromMs), momentOf(toMs)]))[0];

export interface MarkPrice {
  readonly seq: number;
  readonly timeMs: number;
  readonly price: Price;
}

const readPrice = (row: Pick<MarkRow, 'seq' | 'time' | 'price'>): MarkPrice =>
  // not money: a mark's number
  ({ seq: Number(row.seq), timeMs: row.time.getTime(), price: price(row.price) });

/** A market's newest `limit` usable marks since a moment, oldest first. */
export const readRecentMarks = async (
  query: Query,
  marketId: string,
  sinceMs: number,
  limit: number,
): Promise<MarkPrice[]> => (await query.run(recent, [marketId, new Date(sinceMs), limit])).map(readPrice);

/** The last usable mark on the tape of each market; memory may be ahead of it. */
export const readLastMarksOf = async (query: Query, marketIds: readonly string[]): Promise<Map<string, MarkPrice>> =>
  new Map((await query.run(lastOf, [marketIds])).map((row) => [row.market_id, readPrice(row)]));

const PAST = rowsOf({ marketId: id('market'), atMs: atMs.named('at') });
const pricesAt = sql<{ place: string; price: string }>(
  'mark.pricesAt',
  `
  select a.place, k.price from ${PAST.unnestPlaced('a', 1)}
  cross join lateral (
    select price from mark where market_id = a.market_id and not held and time <= a.at order by time desc, seq desc limit 1) k`,
);

/** A market at a moment. */
type MarkMoment = RowOf<typeof PAST>;

/** For each, the price of the last usable mark at or before the moment; undefined before the first. */
export async function markPricesAt(query: Query, moments: readonly MarkMoment[]): Promise<(Price | undefined)[]> {
  const rows = moments.length === 0 ? [] : await query.run(pricesAt, PAST.arrays(moments));
  const found = new Map(rows.map((row) => [Number(row.place), price(row.price)]));
  return moments.map((_each, index) => found.get(index + 1));
}

const firsts = sql<{ market_id: string; price: string }>(
  'mark.firsts',
  `
  select m.id as market_id, k.price from unnest($1::bigint[]) as m (id)
  cross join lateral (select price from mark where market_id = m.id and not held order by time, seq limit 1) k`,
);

/** The price of each market's first usable mark; markets without one are left out. */
export const firstMarkPrices = async (query: Query, marketIds: readonly string[]): Promise<Map<string, Price>> =>
  new Map((await query.run(firsts, [marketIds])).map((row) => [row.market_id, price(row.price)]));

/** The market of a symbol, enabled or not; undefined before its first mark. */
export const marketOfMarks = async (query: Query, symbol: string): Promise<string | undefined> =>
  (await query.run(named, [symbol]))[0]?.market_id;
