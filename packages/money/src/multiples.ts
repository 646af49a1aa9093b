import type { Amount, Price, Rate } from './decimal.ts';

/** So many times an amount; `count` is whole. */
export const times = (of: Amount, count: number | bigint): Amount => (of * BigInt(count)) as Amount;

/** A fraction in percent: 0.8 is 80. */
export const inPercent = (fraction: Rate): Rate => (fraction * 100n) as Rate;

/** How far two prices are from each other, without a sign. */
export const distance = (a: Price, b: Price): Price => (a > b ? a - b : b - a) as Price;

/** A price one step higher or lower; undefined where nothing would be left of it. */
export function stepped(from: Price, step: Price, way: 'up' | 'down'): Price | undefined {
  const to = way === 'up' ? from + step : from - step;
  return to > 0n ? (to as Price) : undefined;
}
