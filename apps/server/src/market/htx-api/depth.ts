import { amountOfUnits, priceOfUnits } from '@plimsoll/money';
import type { LiveData } from '../live-data.ts';
import type { Book, Level, Market } from '../types.ts';
import { pairs } from './shapes.ts';

/** HTX's aggregation types: `step0` none, each further step ten times as wide. */
export const DEPTH_STEPS = ['step0', 'step1', 'step2', 'step3', 'step4', 'step5'] as const;
export type DepthStep = (typeof DEPTH_STEPS)[number];

/** True for one of HTX's six aggregation types. */
export const isDepthStep = (text: string): text is DepthStep => DEPTH_STEPS.some((step) => step === text);

/** Aggregates levels on multiples of `width`, away from the other side, so that none looks better than it is. */
function aggregate(levels: readonly Level[], width: bigint, side: 'bids' | 'asks'): Level[] {
  const sizes = new Map<bigint, bigint>();
  for (const { price, size } of levels) {
    const below = price - (price % width);
    const at = side === 'bids' || below === price ? below : below + width;
    // A width beyond the price leaves nothing of a bid.
    if (at > 0n) sizes.set(at, (sizes.get(at) ?? 0n) + size);
  }
  return [...sizes].map(([price, size]) => ({ price: priceOfUnits(price), size: amountOfUnits(size) }));
}

/** A market's book as HTX shows it, up to `limit` levels a side; empty without a fresh book. */
export function depthTick(data: LiveData, market: Market, step: DepthStep, limit: number) {
  const book = data.book(market.id);
  const width = market.priceStep * 10n ** BigInt(DEPTH_STEPS.indexOf(step));
  const side = (name: 'bids' | 'asks') =>
    pairs(step === 'step0' ? book?.[name] : aggregate(book?.[name] ?? [], width, name), limit);
  return { bids: side('bids'), asks: side('asks'), ...stampOf(data, book) };
}

const stampOf = (data: LiveData, book: Book | undefined) => ({
  ts: book ? data.timeOf(book) : 0,
  version: book?.seq ?? 0,
});
