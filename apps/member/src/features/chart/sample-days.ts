import type { Bar } from './bar-feed.ts';

const DAYS = 180;
const DAY_S = 86_400;
/** 1 August 2024, 00:00 UTC+8: where HTX's days begin. */
const FIRST_DAY_S = Date.UTC(2024, 7, 1) / 1000 - 8 * 3600;

/** Evenly spread numbers below 1, always the same. */
function* numbers(seed: number): Generator<number, never> {
  let state = seed;
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** Invented daily bars, the same at every visit. */
export function sampleDays(): readonly Bar[] {
  const random = numbers(97);
  const next = () => random.next().value;
  let close = 2500;
  return Array.from({ length: DAYS }, (_, day) => {
    const open = close;
    const pull = 2520 + (60 + 1.4 * day) * Math.sin(day / 15 + 4.33) - open;
    close = open + pull * 0.08 + (next() - 0.5) * 74;
    const cents = (value: number) => Math.round(value * 100) / 100;
    return {
      id: FIRST_DAY_S + day * DAY_S,
      open: cents(open),
      close: cents(close),
      high: cents(Math.max(open, close) + next() * 26),
      low: cents(Math.min(open, close) - next() * 26),
      vol: 0,
    };
  });
}

/** The demo's averages, in days (PRODUCT 36). */
export const AVERAGES = [5, 10, 20, 30] as const;

/** The average close of each day and those before it; null for the first (PRODUCT 36). */
export function movingAverage(bars: readonly Bar[], days: number): readonly (number | null)[] {
  return bars.map((_, at) => {
    if (at < days) return null;
    const sum = bars.slice(at - days + 1, at + 1).reduce((total, { close }) => total + close, 0);
    return sum / days;
  });
}

export interface Closes {
  readonly highest: Bar;
  readonly lowest: Bar;
  readonly mean: number;
}

/** The highest, lowest and average close. Throws RangeError without bars. */
export function closesOf(bars: readonly Bar[]): Closes {
  const [first] = bars;
  if (!first) throw new RangeError('no bars');
  return {
    highest: bars.reduce((most, bar) => (bar.close > most.close ? bar : most), first),
    lowest: bars.reduce((lowest, bar) => (bar.close < lowest.close ? bar : lowest), first),
    mean: bars.reduce((total, { close }) => total + close, 0) / bars.length,
  };
}
