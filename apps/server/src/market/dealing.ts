import { midPrice, rate, share, type Amount, type Price } from '@plimsoll/money';
import { isFreshAt } from './fresh.ts';
import type { Book, MarketData, MarketMark } from './types.ts';

/**
 * Members are dealt with at a snapshot for so long at most, however long it counts as fresh: prices elsewhere have
 * moved on by then.
 */
const DEALING_SECONDS = 1.5;
/**
 * `source_band`: how far the middle of a snapshot that is dealt at may be from the mark, where several sources make it.
 */
const SOURCE_BAND = rate('0.001');

/** The best prices of a snapshot; null on a side that has none. */
interface BestPrices {
  readonly bid: Price | null;
  readonly ask: Price | null;
}

const bestOf = ({ bids, asks }: Book): BestPrices => ({ bid: bids[0]?.price ?? null, ask: asks[0]?.price ?? null });

/** The middle of a snapshot, half-even; undefined without a price on either side. */
const midOf = ({ bid, ask }: BestPrices): Price | undefined =>
  bid === null || ask === null ? undefined : midPrice(bid, ask);

/** What an exchange is measured against at a snapshot: its middle; undefined without a price on either side. */
export const midOfBook = (book: Book): Price | undefined => midOf(bestOf(book));

/** True unless other sources see the market elsewhere; one source alone has nobody to differ from. */
function isNearMark(book: Book, mark: MarketMark | undefined): boolean {
  const mid = midOfBook(book);
  if (mid === undefined || mark === undefined || mark.sources.length < 2) return true;
  const apart = mid > mark.price ? mid - mark.price : mark.price - mid;
  return apart <= share(mark.price as bigint as Amount, SOURCE_BAND, 'down');
}

/**
 * True while members may be dealt with at a snapshot (RULES 3): the market is fresh, the snapshot itself is at most 1.5
 * seconds old, and its middle is where other sources see the market.
 */
export const isDealable = (
  book: Book,
  market: Pick<MarketData, 'isFresh' | 'mark'>,
  nowMs: number,
  freshSeconds: number,
): boolean =>
  market.isFresh(book.marketId) &&
  isFreshAt(book, nowMs, Math.min(freshSeconds, DEALING_SECONDS)) &&
  isNearMark(book, market.mark(book.marketId));
