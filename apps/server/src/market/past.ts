import type { Db } from '../platform/db.ts';
import { SERIES_LENGTH } from './candle-series.ts';
import { KEPT } from './history-filler.ts';
import type { LiveData } from './live-data.ts';
import { readLastMarks } from './marks/store.ts';
import { readCandleProgress, readKeptBars, readLastTicks, readTicksAfterCandles } from './store.ts';
import type { TapeWriter } from './tape/tape-writer.ts';
import type { Tick } from './types.ts';

interface PastOptions {
  readonly db: Db;
  readonly data: LiveData;
  readonly tape: TapeWriter;
}

/** Reads the last tick and the usual candles of every market. `sameRun`: new ticks continue after the last. */
export async function restorePast({ db, data, tape }: PastOptions, sameRun: boolean): Promise<void> {
  // One snapshot, as another process may be writing candles.
  const [progress, bars, ticks, last, lastMarks] = await db.snapshot((tx) =>
    Promise.all([
      readCandleProgress(tx),
      readKeptBars(tx, (period) => KEPT[period]),
      readTicksAfterCandles(tx),
      readLastTicks(tx),
      readLastMarks(tx),
    ]),
  );
  tape.resume(last);
  for (const { marketId, period, bar } of bars) data.live(marketId)?.candles.restore(period, bar);
  for (const { marketId, completeToMs, seq } of progress) data.live(marketId)?.wholeTo(completeToMs, seq);
  for (const tick of ticks) data.live(tick.marketId)?.replay(tick, data.candleTime);
  for (const tick of last) data.resume(tick, sameRun);
  if (sameRun) for (const mark of lastMarks) data.takeMark(mark);
}

/** Reads older candles. `isOver` is checked before each market. */
export async function restoreOlder(
  { db, data }: Pick<PastOptions, 'db' | 'data'>,
  isOver: () => boolean,
): Promise<void> {
  for (const { market, candles } of data.liveMarkets()) {
    if (isOver()) return;
    for (const { period, bar } of await readKeptBars(db, () => SERIES_LENGTH, market.id)) candles.restore(period, bar);
  }
}

interface RebuildOptions extends Pick<PastOptions, 'db' | 'data'> {
  readonly received: readonly Tick[];
  readonly isOver: () => boolean;
}

/** Rebuilds the candles of every market from what is stored and what was received since. */
export async function rebuildPast({ db, data, received, isOver }: RebuildOptions): Promise<void> {
  for (const {
    market: { id },
  } of data.liveMarkets()) {
    if (isOver()) return;
    const [all, kept, bars] = await db.snapshot((tx) =>
      Promise.all([readCandleProgress(tx), readTicksAfterCandles(tx), readKeptBars(tx, () => SERIES_LENGTH, id)]),
    );
    const progress = all.find(({ marketId }) => marketId === id);
    const ofMarket = (ticks: readonly Tick[]): Tick[] => ticks.filter(({ marketId }) => marketId === id);
    const ticks = ofMarket(kept);
    const lastSeq = ticks.at(-1)?.seq ?? progress?.seq ?? 0;
    data.rebuild(
      id,
      bars,
      progress,
      [...ticks, ...ofMarket(received).filter(({ seq }) => seq > lastSeq)],
      data.candleTime,
    );
  }
}
