import type { Sparkline } from '@plimsoll/contract';

export const SPARK_WIDTH = 56;
export const SPARK_HEIGHT = 26;
const INSET = 2;

/** A sparkline in pixels, and its lowest and highest price. */
export interface SparkShape {
  readonly path: string;
  /** Where the price of 24 hours ago is. */
  readonly lineY: number;
  readonly way: 'up' | 'down' | 'flat';
  readonly low: string;
  readonly high: string;
}

/** The closes and the price now, drawn from left to right; undefined without two points. Floats, for drawing alone. */
export function sparkShape({ open, closes }: Pick<Sparkline, 'open' | 'closes'>, now: string): SparkShape | undefined {
  const texts = [...closes.slice(0, -1), now];
  if (closes.length < 2) return undefined;
  const prices = texts.map(Number);
  const start = Number(open);
  const [low, high] = [Math.min(...prices, start), Math.max(...prices, start)];
  const y = (price: number): number =>
    high === low ? SPARK_HEIGHT / 2 : INSET + ((high - price) / (high - low)) * (SPARK_HEIGHT - 2 * INSET);
  const step = (SPARK_WIDTH - 2) / (prices.length - 1);
  const points = prices.map((price, at) => `${(1 + at * step).toFixed(1)} ${y(price).toFixed(1)}`);
  const last = prices.at(-1) ?? start;
  const textOf = (price: number): string => texts.find((each) => Number(each) === price) ?? open;
  return {
    path: `M${points.join('L')}`,
    lineY: y(start),
    way: last > start ? 'up' : last < start ? 'down' : 'flat',
    low: textOf(low),
    high: textOf(high),
  };
}
