import type { Amount, Price } from '@plimsoll/money';
import { rowsOf, type BookRow } from './book-rows.ts';
import type { Book } from './terms.ts';

/** The drawing is as wide and as high as this; whoever draws it stretches it. */
export const CURVE_SIZE = 1000;
const HALF = 500n;
const WHOLE = 1000n;

/** A level of the book on the curve, with what is offered up to it. */
export interface DepthPoint {
  readonly side: 'asks' | 'bids';
  readonly price: Price;
  readonly sum: Amount;
  readonly x: number;
  readonly y: number;
}

export interface DepthCurve {
  /** By price, from the lowest bid to the highest ask. */
  readonly points: readonly DepthPoint[];
  /** The steps of each side, from its best level outwards; empty for a side without levels. */
  readonly steps: { readonly asks: string; readonly bids: string };
  /** What all levels of a side offer together. */
  readonly sums: { readonly asks: Amount; readonly bids: Amount };
  readonly from: Price;
  readonly to: Price;
}

/** Steps of a side: at each price up to what is offered there. */
function stepsOf(points: readonly DepthPoint[]): string {
  const [best] = points;
  if (!best) return '';
  return `M${best.x} ${CURVE_SIZE}${points.map(({ x, y }) => `H${x}V${y}`).join('')}`;
}

/**
 * The depth of a book as a curve: prices from left to right around the middle of the best two, sums from below. Undefined
 * without levels on both sides, for then it has no middle.
 */
export function depthCurveOf({ asks, bids }: Book): DepthCurve | undefined {
  const [offered, wanted] = [rowsOf(asks, asks.length), rowsOf(bids, bids.length)];
  const [bestAsk, bestBid, lastAsk, lastBid] = [offered[0], wanted[0], offered.at(-1), wanted.at(-1)];
  if (!bestAsk || !bestBid || !lastAsk || !lastBid) return undefined;
  // Doubled, so that the middle between two prices is exact.
  const middle = bestAsk.price + bestBid.price;
  const [above, below] = [2n * lastAsk.price - middle, middle - 2n * lastBid.price];
  const reach = above > below ? above : below;
  const most = lastAsk.sum > lastBid.sum ? lastAsk.sum : lastBid.sum;
  const placed =
    (side: DepthPoint['side']) =>
    ({ price, sum }: BookRow): DepthPoint => ({
      side,
      price,
      sum,
      x: Number(HALF + (reach === 0n ? 0n : ((2n * price - middle) * HALF) / reach)),
      y: Number(WHOLE - (most === 0n ? 0n : (sum * WHOLE) / most)),
    });
  const [right, left] = [offered.map(placed('asks')), wanted.map(placed('bids'))];
  return {
    points: [...left.toReversed(), ...right],
    steps: { asks: stepsOf(right), bids: stepsOf(left) },
    sums: { asks: lastAsk.sum, bids: lastBid.sum },
    from: lastBid.price,
    to: lastAsk.price,
  };
}

/** The place of the point that is nearest to `x`, of {@link CURVE_SIZE}. */
export function nearestTo(points: readonly DepthPoint[], x: number): number {
  let nearest = 0;
  for (const [at, point] of points.entries())
    if (Math.abs(point.x - x) < Math.abs((points[nearest]?.x ?? 0) - x)) nearest = at;
  return nearest;
}
