import { PERIODS, type KlineBar, type Period } from '@plimsoll/contract';
import type { Piece } from './candle-series.ts';
import type { MarketCandles } from './candles.ts';
import { TIERS, type Feed, type HistoryBar, type Tier } from './feeds/feed.ts';
import { periodsBefore, periodStart } from './periods.ts';
import type { Market } from './types.ts';

const DAY_MS = 86_400_000;
/** Enough for 200 bars of every period (RULES 2). */
const MONTHS = 201;
/** Days before now that each tier covers, in whole days; daily bars cover the rest. */
const REACH_DAYS: Readonly<Record<Exclude<Tier, '1day'>, number>> = { '1min': 1, '5min': 7, '60min': 70 };
/** Bars of history that are stored: what charts usually ask for, and the minutes of 24 hours. */
export const KEPT: Readonly<Record<Period, number>> = {
  '1min': 1500,
  '5min': 400,
  '15min': 400,
  '30min': 400,
  '60min': 400,
  '4hour': 400,
  '1day': 400,
  '1week': 400,
  '1mon': MONTHS + 1,
};

interface Stretch {
  readonly tier: Tier;
  readonly fromMs: number;
  readonly toMs: number;
}

/** The stretch of the past that each tier covers, oldest first: the nearer, the finer. */
function historyPlan(nowMs: number): Stretch[] {
  const todayMs = periodStart('1day', nowMs);
  let toMs = nowMs;
  return TIERS.map((tier) => {
    const fromMs =
      tier === '1day' ? periodsBefore('1mon', periodStart('1mon', nowMs), MONTHS) : todayMs - REACH_DAYS[tier] * DAY_MS;
    const stretch = { tier, fromMs, toMs };
    toMs = fromMs;
    return stretch;
  }).reverse();
}

const isSound = (bar: HistoryBar): boolean =>
  bar.low > 0 &&
  bar.low <= Math.min(bar.open, bar.close) &&
  bar.high >= Math.max(bar.open, bar.close) &&
  Number.isFinite(bar.high) &&
  bar.amount >= 0 &&
  Number.isFinite(bar.amount) &&
  bar.vol >= 0 &&
  Number.isFinite(bar.vol) &&
  bar.count > 0;

/** A whole bar less the part that was received live. */
function beyond(whole: HistoryBar, live: KlineBar): Piece {
  return {
    ...whole,
    amount: Math.max(0, whole.amount - live.amount),
    vol: Math.max(0, whole.vol - live.vol),
    count: Math.max(0, whole.count - live.count),
  };
}

/** Adds the feed's history from `fromMs` to `toMs` to the candles. Rejects when the feed does not answer. */
export async function fillHistory(
  feed: Feed,
  market: Market,
  candles: MarketCandles,
  fromMs: number,
  toMs: number,
): Promise<void> {
  const sinceMs = new Map(
    PERIODS.map((period) => [period, periodsBefore(period, periodStart(period, toMs), KEPT[period])]),
  );
  for (const stretch of historyPlan(toMs)) {
    const startMs = Math.max(fromMs, stretch.fromMs);
    if (startMs >= stretch.toMs) continue;
    for (const bar of await feed.history(market, stretch.tier, startMs, stretch.toMs)) {
      if (!isSound(bar)) continue;
      const live = feed.identity.wholeBars
        ? candles.at(stretch.tier, periodStart(stretch.tier, bar.startMs))
        : undefined;
      candles.add(live && live.count > 0 ? beyond(bar, live) : bar, stretch.tier, sinceMs);
    }
  }
}
