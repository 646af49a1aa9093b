import type { MarketItem } from '@plimsoll/contract';
import { amount, format, notional, parseAmount, parsePrice, plus } from '@plimsoll/money';

/** Coins whose unit is taken for a dollar. */
const DOLLARS: readonly string[] = ['USDT', 'USDC', 'USD'];

/**
 * A price in dollars, by its quote coin's price among `markets`; undefined when that has none. Eight places, cut off.
 */
export function dollarsOf(
  price: string,
  quote: string,
  markets: readonly Pick<MarketItem, 'coinname' | 'trade_coin' | 'close'>[],
): string | undefined {
  if (DOLLARS.includes(quote)) return price;
  const each = parsePrice(
    markets.find((market) => market.coinname === quote && DOLLARS.includes(market.trade_coin))?.close ?? '',
  );
  const units = parseAmount(price);
  return each === null || units === null ? undefined : format(notional(each, units, 'down'));
}

const HALF_CENT = amount('0.005');

/**
 * The dollars shown beside a price: cut off at two places they are rounded, half a cent up. Not for money that is held,
 * which is never shown as more than it is.
 */
export function dollarsShown(...of: Parameters<typeof dollarsOf>): string | undefined {
  const exact = parseAmount(dollarsOf(...of) ?? '');
  return exact === null ? undefined : format(plus(exact, HALF_CENT));
}
