import type { Period } from '@plimsoll/contract';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Days, weeks and months begin at 00:00 UTC+8, as HTX's do (docs/wire/market.md). */
const ZONE_MS = 8 * HOUR_MS;
/** 1970-01-01 was a Thursday: weeks begin three days before. */
const MONDAY_MS = 3 * DAY_MS;

/** Length of a period in ms; for months, the longest. */
export const PERIOD_MS: Readonly<Record<Period, number>> = {
  '1min': MINUTE_MS,
  '5min': 5 * MINUTE_MS,
  '15min': 15 * MINUTE_MS,
  '30min': 30 * MINUTE_MS,
  '60min': HOUR_MS,
  '4hour': 4 * HOUR_MS,
  '1day': DAY_MS,
  '1week': 7 * DAY_MS,
  '1mon': 31 * DAY_MS,
};

function monthStart(ms: number, monthsLater: number): number {
  const local = new Date(ms + ZONE_MS);
  return Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + monthsLater, 1) - ZONE_MS;
}

const floorTo = (ms: number, length: number, offset: number): number =>
  Math.floor((ms + offset) / length) * length - offset;

/** First moment of the period of a moment. */
export function periodStart(period: Period, ms: number): number {
  if (period === '1mon') return monthStart(ms, 0);
  if (period === '1week') return floorTo(ms, PERIOD_MS[period], ZONE_MS + MONDAY_MS);
  return floorTo(ms, PERIOD_MS[period], ZONE_MS);
}

/** First moment of the period after the one that begins at `startMs`. */
export const nextPeriod = (period: Period, startMs: number): number =>
  period === '1mon' ? monthStart(startMs, 1) : startMs + PERIOD_MS[period];

/** First moment of the period `count` before the one that begins at `startMs`. */
export const periodsBefore = (period: Period, startMs: number, count: number): number =>
  period === '1mon' ? monthStart(startMs, -count) : startMs - count * PERIOD_MS[period];

/** How many periods begin between two starts. */
export function periodsBetween(period: Period, fromMs: number, toMs: number): number {
  if (period !== '1mon') return Math.round((toMs - fromMs) / PERIOD_MS[period]);
  const from = new Date(fromMs + ZONE_MS);
  const to = new Date(toMs + ZONE_MS);
  return (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
}
