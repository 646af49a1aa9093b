import type { MarketItem } from '@plimsoll/contract';
import { amount, format, notional, placesUsed, price, type Price } from '@plimsoll/money';

/** Places of a market's prices: those of its price step, at least two. */
export const placesOfMarket = (item: Pick<MarketItem, 'price_step'>): number =>
  Math.max(2, placesUsed(price(item.price_step)));

/** Width of the fraction, in `ch`, of a column of these markets, so that the points align. */
export const fractionWidth = (items: readonly Pick<MarketItem, 'price_step'>[]): number =>
  Math.max(2, ...items.map(placesOfMarket)) + 0.5;

/** Coins whose unit is taken for a dollar. */
const DOLLARS: readonly string[] = ['USDT', 'USDC', 'USD'];

/**
 * What one unit of the base is worth in dollars, by the quote coin's price among `markets`; null when unknown. Eight
 * places, cut off.
 */
export function dollarsOf(
  item: Pick<MarketItem, 'close' | 'trade_coin'>,
  markets: readonly Pick<MarketItem, 'coinname' | 'trade_coin' | 'close'>[],
): string | null {
  if (DOLLARS.includes(item.trade_coin)) return item.close;
  const quote = markets.find((each) => each.coinname === item.trade_coin && DOLLARS.includes(each.trade_coin));
  if (!quote) return null;
  const each: Price = price(quote.close);
  return format(notional(each, amount(item.close), 'down'));
}
