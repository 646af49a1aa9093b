import { amountOfUnits, midPrice, rate, share, type Price } from '@plimsoll/money';
import { isFreshAt } from './fresh.ts';
import type { Book, MarketData, MarketMark } from './types.ts';

const DEALING_SECONDS = 1.5;
/** `source_band`: how far a snapshot's middle may be from the mark of several sources. */
const SOURCE_BAND = rate('0.001');

/** The best prices of a snapshot; null on an empty side. */
interface BestPrices {
  readonly bid: Price | null;
  readonly ask: Price | null;
}

const bestOf = ({ bids, asks }: Book): BestPrices => ({ bid: bids[0]?.price ?? null, ask: asks[0]?.price ?? null });

const midOf = ({ bid, ask }: BestPrices): Price | undefined =>
  bid === null || ask === null ? undefined : midPrice(bid, ask);

/** The middle of a snapshot; undefined without a price on either side. */
export const midOfBook = (book: Book): Price | undefined => midOf(bestOf(book));

/** True unless other sources price the market differently; one source has none to differ from. */
function isNearMark(book: Book, mark: MarketMark | undefined): boolean {
  const mid = midOfBook(book);
  if (mid === undefined || mark === undefined || mark.sources.length < 2) return true;
  const distance = mid > mark.price ? mid - mark.price : mark.price - mid;
  return distance <= share(amountOfUnits(mark.price), SOURCE_BAND, 'down');
}

/**
 * True while members may trade at a snapshot (RULES 3): fresh market, snapshot of at most 1.5 seconds, middle near the
 * mark.
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
