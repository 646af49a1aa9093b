import type { Period, Resolution } from '@plimsoll/contract';

export interface ChartMarket {
  readonly symbol: string;
  readonly title: string;
  readonly priceStep: string;
}

/** An open option: its line and its expiry. */
export interface ChartOrder {
  readonly id: number;
  readonly direction: 'up' | 'down';
  readonly entryPrice: string;
  readonly placedAtMs: number;
  readonly expiresAtMs: number;
}

/** How long a bar is, by the stream's name for it. */
export type Interval = Resolution;

interface IntervalFacts {
  readonly interval: Interval;
  readonly period: Period;
  /** A month has 30 days. */
  readonly lengthS: number;
  readonly unit: 'minute' | 'hour' | 'day' | 'week' | 'month';
  readonly count: number;
  readonly long: 'minute' | 'hour' | 'day1' | 'week1' | 'month1';
}

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/** The nine intervals, finest first. */
export const INTERVALS: readonly IntervalFacts[] = [
  { interval: '1', period: '1min', lengthS: MINUTE_S, unit: 'minute', count: 1, long: 'minute' },
  { interval: '5', period: '5min', lengthS: 5 * MINUTE_S, unit: 'minute', count: 5, long: 'minute' },
  { interval: '15', period: '15min', lengthS: 15 * MINUTE_S, unit: 'minute', count: 15, long: 'minute' },
  { interval: '30', period: '30min', lengthS: 30 * MINUTE_S, unit: 'minute', count: 30, long: 'minute' },
  { interval: '60', period: '60min', lengthS: HOUR_S, unit: 'hour', count: 1, long: 'hour' },
  { interval: '240', period: '4hour', lengthS: 4 * HOUR_S, unit: 'hour', count: 4, long: 'hour' },
  { interval: 'D', period: '1day', lengthS: DAY_S, unit: 'day', count: 1, long: 'day1' },
  { interval: 'W', period: '1week', lengthS: 7 * DAY_S, unit: 'week', count: 1, long: 'week1' },
  { interval: 'M', period: '1mon', lengthS: 30 * DAY_S, unit: 'month', count: 1, long: 'month1' },
];

/** The facts of an interval. */
export function factsOf(interval: Interval): IntervalFacts {
  const facts = INTERVALS.find((each) => each.interval === interval);
  if (!facts) throw new RangeError(`no such interval: ${interval}`);
  return facts;
}

/** True for bars of a day and more, which begin at 00:00 UTC+8. */
export const isDaily = (interval: Interval): boolean => factsOf(interval).lengthS >= DAY_S;

/** A fill of the member's, drawn where and when it happened. */
export interface OwnFill {
  readonly atMs: number;
  readonly price: string;
  readonly isBuy: boolean;
}

/** An open order of the member's, drawn as a line at its price. */
export interface OwnOrder {
  readonly id: number;
  readonly price: string;
  readonly isBuy: boolean;
  /** Side and quantity, in words. */
  readonly words: string;
}

/** What is drawn of the member's own trade. */
export interface OwnMarks {
  /** The market's price step. */
  readonly step: string;
  readonly fills: readonly OwnFill[];
  readonly orders: readonly OwnOrder[];
  /** The price at which what is held brings what it has cost. */
  readonly breakEven?: { readonly price: string; readonly words: string };
  /** An order's line was dragged to another price, a multiple of the market's step. */
  readonly onMove: (id: number, price: string) => void;
}
