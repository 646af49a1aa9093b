import { formatShort, parsePrice, priceOfUnits, toNumber } from '@plimsoll/money';

/** The multiple of a price step nearest to a place on the chart, as a decimal; undefined where it would be no price. */
export function snapped(price: number, step: string): string | undefined {
  const each = parsePrice(step);
  if (each === null || each === 0n || !Number.isFinite(price)) return undefined;
  const count = Math.round(price / toNumber(each));
  return count < 1 || !Number.isSafeInteger(count) ? undefined : formatShort(priceOfUnits(each * BigInt(count)));
}
