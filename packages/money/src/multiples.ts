import { amountOfUnits, priceOfUnits, rateOfUnits, type Amount, type Price, type Rate } from './decimal.ts';

/** So many times an amount; `count` is whole. */
export const times = (of: Amount, count: number | bigint): Amount => amountOfUnits(of * BigInt(count));

/** A fraction in percent: 0.8 is 80. */
export const inPercent = (fraction: Rate): Rate => rateOfUnits(fraction * 100n);

/** How far two prices are from each other, without a sign. */
export const distance = (a: Price, b: Price): Price => priceOfUnits(a > b ? a - b : b - a);

/** A price one step higher or lower; undefined where nothing would be left of it. */
export function stepped(from: Price, step: Price, way: 'up' | 'down'): Price | undefined {
  const to = way === 'up' ? from + step : from - step;
  return to > 0n ? priceOfUnits(to) : undefined;
}
