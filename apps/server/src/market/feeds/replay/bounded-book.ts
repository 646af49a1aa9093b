import type { RawLevel } from '../feed.ts';
import type { SimulatedBook } from '../simulated/market-maker.ts';
import type { FileMinute } from './candle-file.ts';

/** A book cut to the minute's extremes around the last trade; a side without room is empty. */
export function boundBook(book: SimulatedBook, minute: FileMinute, last: number, priceStep: number): SimulatedBook {
  const isInside = ([price]: RawLevel): boolean => price >= minute.low && price <= minute.high;
  const bids = book.bids.filter((level) => isInside(level) && level[0] <= last);
  const asks = book.asks.filter((level) => isInside(level) && level[0] >= last && level[0] > (bids[0]?.[0] ?? 0));
  // A side that was cut away completely gets one level: at the trade's price, or one step beside it.
  if (bids.length === 0)
    bids.push(
      ...nearest(book.bids, last < (asks[0]?.[0] ?? Number.POSITIVE_INFINITY) ? last : last - priceStep, minute),
    );
  if (asks.length === 0) asks.push(...nearest(book.asks, last > (bids[0]?.[0] ?? 0) ? last : last + priceStep, minute));
  return { bids, asks };
}

/** One level at this price with the side's best size, if within the minute. */
function nearest(side: readonly RawLevel[], price: number, { low, high }: FileMinute): RawLevel[] {
  const rounded = Math.round(price * 1e8) / 1e8;
  const size = side[0]?.[1];
  return size !== undefined && rounded >= low && rounded <= high ? [[rounded, size]] : [];
}
