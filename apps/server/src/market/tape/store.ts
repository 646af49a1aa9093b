import { amount, price } from '@plimsoll/money';
import type { TapeTick } from '@plimsoll/proof';
import { amountOf, atMs, count, id, priceOf } from '../../platform/db-columns.ts';
import { rowsOf } from '../../platform/db-rows.ts';
import { sql, type Query } from '../../platform/db.ts';
import { momentOf, type FindAround, type TapeEnds } from '../tape-stretch.ts';
import type { Tick } from '../types.ts';

/** Writing and reading of the tape of trades. Readers take many names and answer in their order. */

interface TapeRow {
  symbol: string;
  seq: string;
  source: string;
  source_time: Date;
  receive_time: Date;
  price: string;
  size: string;
  previous: string;
  hash: string;
}
/** One row for each found; `place` counts from 1. */
interface NumberedRow extends TapeRow {
  place: number;
}

const COLUMNS = `t.seq, t.source, t.source_time, t.receive_time, t.price, t.size, encode(t.previous, 'hex') as previous, encode(t.hash, 'hex') as hash`;

const TICKS = rowsOf({
  marketId: id('market'),
  seq: count,
  sourceTimeMs: atMs.named('source_time'),
  receiveTimeMs: atMs.named('receive_time'),
  price: priceOf,
  size: amountOf,
});
const append = sql<{ market_id: string; seq: string }>(
  'tape.append',
  `
  select market_id, seq
  from tape_append($1, ${TICKS.parameters(2)}, $${2 + TICKS.width}::timestamptz)`,
);
const MOMENTS = rowsOf({ marketId: id('market'), atMs: atMs.named('at') });
// Times rise with seqs, so the last of a moment is the last in both.
const lastAt = sql<NumberedRow>(
  'tape.lastAt',
  `
  select a.place::int, h.symbol, ${COLUMNS}
  from ${MOMENTS.unnestPlaced('a', 1)}
  join tape_head h on h.market_id = a.market_id
  cross join lateral (
    select * from tick where market_id = a.market_id and receive_time <= a.at
    order by receive_time desc, seq desc limit 1) t`,
);
const NAMES = rowsOf({ marketId: id('market'), seq: count });
const bySeq = sql<NumberedRow>(
  'tape.bySeq',
  `
  select a.place::int, h.symbol, ${COLUMNS}
  from ${NAMES.unnestPlaced('a', 1)}
  join tape_head h on h.market_id = a.market_id
  join tick t on t.market_id = a.market_id and t.seq = a.seq`,
);
const successors = sql<NumberedRow>(
  'tape.successors',
  `
  select a.place::int, h.symbol, ${COLUMNS}
  from ${NAMES.unnestPlaced('a', 1)}
  join tape_head h on h.market_id = a.market_id
  cross join lateral (
    select * from tick where market_id = a.market_id and seq > a.seq order by seq limit 1) t`,
);
const stretch = sql<TapeRow>(
  'tape.stretch',
  `
  select $2::text as symbol, ${COLUMNS} from tick t
  where t.market_id = $1 and t.seq >= $3 and t.seq <= coalesce($4, 9223372036854775807) order by t.seq limit $5`,
);
const around = sql<TapeEnds>(
  'tape.around',
  `
  select (select seq from tick where market_id = $1 and receive_time >= $2 order by receive_time, seq limit 1) as first,
    (select seq from tick where market_id = $1 and receive_time <= $3 order by receive_time desc, seq desc limit 1) as last`,
);
const completeness = sql<{ market_id: string; complete_to: Date | number }>(
  'tape.completeTo',
  `
  select market_id, complete_to from tape_head where market_id = any($1::bigint[]) and complete_to > '-infinity'`,
);
const named = sql<{ market_id: string }>('tape.marketOf', 'select market_id from tape_head where symbol = $1');

const readTick = (row: TapeRow): TapeTick => ({
  symbol: row.symbol,
  seq: Number(row.seq),
  source: row.source,
  sourceTimeMs: row.source_time.getTime(),
  receiveTimeMs: row.receive_time.getTime(),
  price: price(row.price),
  size: amount(row.size),
  previous: row.previous,
  hash: row.hash,
});

function inOrderAsked(count: number, rows: readonly NumberedRow[]): (TapeTick | undefined)[] {
  const found = new Map(rows.map((row) => [row.place, row]));
  return Array.from({ length: count }, (_each, index) => {
    const row = found.get(index + 1);
    return row && readTick(row);
  });
}

/** Names a tick. */
export type TickName = Pick<Tick, 'marketId' | 'seq'>;

/**
 * Appends ticks (`tape_append`); with `wholeToMs` every market's tape is then complete up to it.
 * @returns those that will never be on it.
 */
export async function appendTicks(
  query: Query,
  source: string,
  ticks: readonly Tick[],
  wholeToMs: number | null,
): Promise<TickName[]> {
  const rows = await query.run(append, [
    source,
    ...TICKS.arrays(ticks),
    wholeToMs === null ? null : new Date(wholeToMs),
  ]);
  return rows.map((row) => ({ marketId: row.market_id, seq: Number(row.seq) }));
}

export interface MarketMoment {
  readonly marketId: string;
  readonly atMs: number;
}

/** For each, the last tick at or before the moment; final from {@link completeTo} on. */
export const lastTicksAt = async (query: Query, moments: readonly MarketMoment[]): Promise<(TapeTick | undefined)[]> =>
  inOrderAsked(moments.length, await query.run(lastAt, MOMENTS.arrays(moments)));

/** For each, the tick of that name; undefined when it is not on the tape, or no longer. */
export const ticksBySeq = async (query: Query, names: readonly TickName[]): Promise<(TapeTick | undefined)[]> =>
  inOrderAsked(names.length, await query.run(bySeq, NAMES.arrays(names)));

/** For each, the next tick kept; undefined at the end of the tape. */
export const successorOf = async (query: Query, names: readonly TickName[]): Promise<(TapeTick | undefined)[]> =>
  inOrderAsked(names.length, await query.run(successors, NAMES.arrays(names)));

/** Up to which moment (ms) each market's tape is complete; markets without one are missing. */
export async function completeTo(query: Query, marketIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await query.run(completeness, [[...marketIds]]);
  return new Map(rows.map((row) => [row.market_id, Number(row.complete_to)]));
}

export interface Stretch {
  readonly marketId: string;
  readonly symbol: string;
  readonly fromSeq: number;
  readonly toSeq?: number | undefined;
  readonly limit: number;
}

/** The ticks of a stretch, both ends included, oldest first, up to `limit`. */
export async function readStretch(
  query: Query,
  { marketId, symbol, fromSeq, toSeq, limit }: Stretch,
): Promise<TapeTick[]> {
  return (await query.run(stretch, [marketId, symbol, fromSeq, toSeq ?? null, limit])).map(readTick);
}

/** The first tick from a moment on, and the last one up to one. */
export const ticksAround: FindAround = async (query, { marketId, fromMs, toMs }) =>
  (await query.run(around, [marketId, momentOf(fromMs), momentOf(toMs)]))[0];

/** The market of a symbol, enabled or not; undefined before its first tick. */
export const marketOfTape = async (query: Query, symbol: string): Promise<string | undefined> =>
  (await query.run(named, [symbol]))[0]?.market_id;
