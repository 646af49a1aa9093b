import { formatCompact, formatDecimal } from '@plimsoll/i18n';
import type { Reading } from '@plimsoll/ui';

/** A chart's numbers in the reader's language. */
export interface ChartPrices {
  readonly price: (value: number) => string;
  /** The numbers of an axis, with as many places as distinguish them. */
  readonly axis: (values: readonly number[]) => string[];
  readonly volume: (value: number) => string;
}

/** Places that distinguish neighbours: none is rounded. */
function placesOf(values: readonly number[], most: number): number {
  for (let places = 0; places < most; places += 1) {
    const unit = 10 ** places;
    if (
      values.every((value) => Math.abs(value * unit - Math.round(value * unit)) < 1e-6 * Math.max(1, Math.abs(value)))
    )
      return places;
  }
  return most;
}

/** Prices of `places` places in a language and its digits. */
export function chartPrices(places: number, reading: Reading): ChartPrices {
  const say = (value: number, decimals: number) => formatDecimal(value.toFixed(decimals), { ...reading, decimals });
  return {
    price: (value) => say(value, places),
    axis(values) {
      const needed = placesOf(values, places);
      return values.map((value) => say(value, needed));
    },
    volume: (value) => formatCompact(value.toFixed(value < 1000 ? 2 : 0), reading),
  };
}
