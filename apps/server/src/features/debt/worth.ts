import { affordable, notional, unitOf, ZERO, type Amount, type Price } from '@plimsoll/money';
import type { MarketData } from '../../market/index.ts';

export type Prices = Pick<MarketData, 'usdtPrice'>;

/** One unit of a coin in USDT, as it covers debts (RULES 6); undefined without a price. */
const priceOf = (prices: Prices, coinId: string): Price | undefined => prices.usdtPrice(coinId);

/** What an amount covers, in USDT, rounded down; zero without a price. */
export function worthOf(prices: Prices, coinId: string, quantity: Amount): Amount {
  const each = priceOf(prices, coinId);
  return each === undefined || quantity <= ZERO ? ZERO : notional(each, quantity, 'down');
}

/** The quantity of a coin, in its places, that is worth at most so much USDT; undefined without a price. */
export function quantityOf(
  prices: Prices,
  { coinId, decimals }: { readonly coinId: string; readonly decimals: number },
  usdt: Amount,
): Amount | undefined {
  const each = priceOf(prices, coinId);
  return each === undefined || each <= 0n ? undefined : affordable(usdt, each, unitOf(decimals));
}
