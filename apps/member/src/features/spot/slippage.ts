import type { Price } from '@plimsoll/money';

/** A hundredth of a percent of a percent: four places of a percentage. */
const PARTS = 1_000_000n;
const PLACES = 4;

/** How far an average price is from the best one when the order was sent, in percent: `0.0005`, `-1.2000`. */
export function slippageOf(average: Price, best: Price): string {
  const parts = ((average - best) * PARTS) / best;
  const digits = String(parts < 0n ? -parts : parts).padStart(PLACES + 1, '0');
  return `${parts < 0n ? '-' : ''}${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`;
}
