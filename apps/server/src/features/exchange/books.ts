import { ok, refuse, type Result } from '@plimsoll/contract';
import { midPrice, type Price } from '@plimsoll/money';
import { isFreshAt } from '../../market/fresh.ts';
import type { Book, MarketData } from '../../market/types.ts';
import type { Clock } from '../../platform/clock.ts';
import type { BestPrices } from '../spot/index.ts';
import type { WayLeg } from './way.ts';

export interface BooksDeps {
  readonly market: MarketData;
  readonly clock: Clock;
  readonly freshSeconds: () => number;
}

/** The book of a market, while it and the market's last tick are fresh (rules 2). */
export function freshBook(marketId: string, { market, clock, freshSeconds }: BooksDeps): Book | undefined {
  const book = market.book(marketId);
  return market.isFresh(marketId) && isFreshAt(book, clock.nowMs(), freshSeconds()) ? book : undefined;
}

/** The middle of a book; undefined without a price on either side. */
export const midOf = ({ bid, ask }: BestPrices): Price | undefined => (bid === null || ask === null ? undefined : midPrice(bid, ask));

/** The best prices of a book. */
export const bestOf = ({ bids, asks }: Book): BestPrices => ({ bid: bids[0]?.price ?? null, ask: asks[0]?.price ?? null });

/** The books along a way: `stale_market` when one is not fresh, `no_liquidity` when one has no middle. */
export function booksAlong(way: readonly WayLeg[], deps: BooksDeps): Result<readonly Book[]> {
  const books = way.map(({ market }) => freshBook(market.id, deps));
  const fresh = books.filter((book) => book !== undefined);
  if (fresh.length < books.length) return refuse('stale_market');
  return fresh.every((book) => midOf(bestOf(book)) !== undefined) ? ok(fresh) : refuse('no_liquidity');
}
