import type { MarketItem } from '@plimsoll/contract';
import { placesUsed, price } from '@plimsoll/money';

/** Places of a market's prices: those of its price step, at least two. */
export const placesOfMarket = (item: Pick<MarketItem, 'price_step'>): number =>
  Math.max(2, placesUsed(price(item.price_step)));

/** Width of the fraction, in `ch`, of a column of these markets, so that the points align. */
export const fractionWidth = (items: readonly Pick<MarketItem, 'price_step'>[]): number =>
  Math.max(2, ...items.map(placesOfMarket)) + 0.5;
