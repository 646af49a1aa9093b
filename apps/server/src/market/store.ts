import { PERIODS, type KlineBar, type Period } from '@plimsoll/contract';
import { amount, price } from '@plimsoll/money';
import { atMs, count, float, id, int, text } from '../platform/db-columns.ts';
import { rowsOf, type Stored } from '../platform/db-rows.ts';
import { sql, type Db, type Query } from '../platform/db.ts';
import type { Tick } from './types.ts';

/** A first start writes tens of thousands. */
const BARS_AT_ONCE = 5_000;

interface TickRow {
  market_id: string;
  seq: string;
  source_time: Date;
  receive_time: Date;
  price: string;
  size: string;
}

const lastTicks = sql<TickRow>(
  'market.lastTicks',
  `
  select t.* from market m cross join lateral (
    select market_id, seq, source_time, receive_time, price, size from tick where market_id = m.id order by seq desc limit 1) t`,
);
const ticksAfterCandles = sql<TickRow>(
  'market.ticksAfterCandles',
  `
  select t.market_id, t.seq, t.source_time, t.receive_time, t.price, t.size
  from candle_progress c join tick t on t.market_id = c.market_id and t.seq > c.seq order by t.market_id, t.seq`,
);
const CANDLES = rowsOf({
  marketId: id('market'),
  period: text,
  startS: count,
  open: float,
  close: float,
  low: float,
  high: float,
  amount: float.named('volume'),
  vol: float.named('turnover'),
  count: int,
});
const upsertCandles = sql<never>(
  'market.upsertCandles',
  `
  insert into candle (${CANDLES.columns}) select * from ${CANDLES.unnest('t', 1)}
  on conflict (market_id, period, start_s) do update set
    open = excluded.open, close = excluded.close, low = excluded.low, high = excluded.high,
    volume = excluded.volume, turnover = excluded.turnover, count = excluded.count`,
);
const CANDLE_PROGRESS = rowsOf({ marketId: id('market'), seq: count, completeToMs: atMs.named('complete_to') });
const upsertProgress = sql<never>(
  'market.upsertProgress',
  `
  insert into candle_progress (${CANDLE_PROGRESS.columns}) select * from ${CANDLE_PROGRESS.unnest('t', 1)}
  on conflict (market_id) do update set seq = excluded.seq, complete_to = excluded.complete_to where candle_progress.seq <= excluded.seq`,
);
const readProgress = sql<Stored<typeof CANDLE_PROGRESS>>(
  'market.candleProgress',
  `select ${CANDLE_PROGRESS.columns} from candle_progress`,
);
const NEWEST = rowsOf({ period: text, size: int });
// One JSON text a series, as reading rows one by one takes seconds.
const readCandles = sql<{ market_id: string; period: Period; bars: number[][] }>(
  'market.candles',
  `
  select m.id as market_id, p.period, c.bars
  from market m cross join ${NEWEST.unnest('p', 2)} join candle_period k on k.period = p.period
  cross join lateral (
    select coalesce(json_agg(
      json_build_array(start_s, open, close, low, high, volume, turnover, count) order by start_s), '[]') as bars
    from (
      select * from candle where market_id = m.id and period = p.period and start_s >= k.kept_from_s
      order by start_s desc limit p.size) newest) c
  where m.enabled and (m.id = $1 or $1 is null)`,
);
const ENDS = rowsOf({ period: text, beforeS: count });
const makeParts = sql<{ made: number }>('market.makeCandleParts', 'select candle_parts_make($2, $3, $1) as made');
const dropParts = sql<{ dropped: number }>('market.dropCandleParts', 'select candle_parts_drop($1, $2) as dropped');
const clearCandles = sql<never>('market.clearCandles', 'delete from candle');
const clearProgress = sql<never>('market.clearProgress', 'delete from candle_progress');

const readTick = (row: TickRow): Tick => ({
  marketId: row.market_id,
  seq: Number(row.seq),
  sourceTimeMs: row.source_time.getTime(),
  receiveTimeMs: row.receive_time.getTime(),
  price: price(row.price),
  size: amount(row.size),
});

/** The last accepted tick of every market. */
export const readLastTicks = async (db: Query): Promise<Tick[]> => (await db.run(lastTicks)).map(readTick);

/** Accepted ticks after the stored candles, in order. */
export const readTicksAfterCandles = async (db: Query): Promise<Tick[]> =>
  (await db.run(ticksAfterCandles)).map(readTick);

export interface KeptBar {
  readonly marketId: string;
  readonly period: Period;
  readonly bar: KlineBar;
}

export interface CandleProgress {
  readonly marketId: string;
  /** Their last tick; 0 for history only. */
  readonly seq: number;
  readonly completeToMs: number;
}

/** Stores bars, and how far the candles reach, in one transaction. */
export async function keepCandles(
  db: Db,
  bars: readonly KeptBar[],
  progress: readonly CandleProgress[],
): Promise<void> {
  if (bars.length === 0) return;
  await db.transaction(async (tx) => {
    for (let first = 0; first < bars.length; first += BARS_AT_ONCE)
      await upsertBars(tx, bars.slice(first, first + BARS_AT_ONCE));
    await tx.run(upsertProgress, CANDLE_PROGRESS.arrays(progress));
  });
}

const upsertBars = (tx: Query, bars: readonly KeptBar[]): Promise<unknown> =>
  tx.run(
    upsertCandles,
    CANDLES.arrays(bars, ({ marketId, period, bar: { id: startS, ...bar } }) => ({ marketId, period, startS, ...bar })),
  );

/** How far the stored candles of each market reach. */
export const readCandleProgress = async (db: Query): Promise<CandleProgress[]> =>
  (await db.run(readProgress)).map(CANDLE_PROGRESS.read);

/** The newest stored bars of each enabled market, or of one, oldest first within a period. */
export async function readKeptBars(
  db: Query,
  limitOf: (period: Period) => number,
  marketId: string | null = null,
): Promise<KeptBar[]> {
  const rows = await db.run(readCandles, [
    marketId,
    ...NEWEST.arrays(PERIODS, (period) => ({ period, size: limitOf(period) })),
  ]);
  return rows.flatMap(({ market_id, period, bars }) =>
    bars.map(([id = 0, open = 0, close = 0, low = 0, high = 0, amount = 0, vol = 0, count = 0]) => ({
      marketId: market_id,
      period,
      bar: { id, open, close, low, high, amount, vol, count },
    })),
  );
}

const startsOf = (moments: ReadonlyMap<Period, number>): unknown[] =>
  ENDS.arrays([...moments], ([period, ms]) => ({ period, beforeS: Math.floor(ms / 1000) }));

/**
 * Makes the parts of the table that are missing for bars from each period's moment on, and one ahead. @returns how many.
 */
export async function makeCandleParts(db: Query, from: ReadonlyMap<Period, number>, nowMs: number): Promise<number> {
  const [row] = await db.run(makeParts, [Math.floor(nowMs / 1000), ...startsOf(from)]);
  return row?.made ?? 0;
}

/**
 * Lets go of the bars of each period that begin before its moment: none is read any more, and whole parts of the table
 * are dropped. @returns how many parts.
 */
export async function dropCandlesBefore(db: Query, before: ReadonlyMap<Period, number>): Promise<number> {
  const [row] = await db.run(dropParts, startsOf(before));
  return row?.dropped ?? 0;
}

/** Deletes every candle: they belong to another world than the feed's. */
export const deleteCandles = (db: Db): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.run(clearCandles);
    await tx.run(clearProgress);
  });
