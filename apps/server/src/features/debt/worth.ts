import { affordable, notional, unitOf, ZERO, type Amount, type Price } from '@plimsoll/money';
import type { MarketData } from '../../market/index.ts';

/** What prices coins here. */
export type Prices = Pick<MarketData, 'usdtPrice'>;

/**
 * One unit of a coin in USDT, as debts are covered by it (RULES 6): the one place that says which price that is.
 * Undefined when nobody knows.
 */
const priceOf = (prices: Prices, coinId: string): Price | undefined => prices.usdtPrice(coinId);

/** What an amount covers, in USDT, rounded down; nothing where no price is known. */
export function worthOf(prices: Prices, coinId: string, quantity: Amount): Amount {
  const each = priceOf(prices, coinId);
  return each === undefined || quantity <= ZERO ? ZERO : notional(each, quantity, 'down');
}

/**
 * How much of a coin, in its places, so much USDT is worth at most; undefined where no price is known, and so none of
 * it covers anything.
 */
export function quantityOf(
  prices: Prices,
  { coinId, decimals }: { readonly coinId: string; readonly decimals: number },
  usdt: Amount,
): Amount | undefined {
  const each = priceOf(prices, coinId);
  return each === undefined || each <= 0n ? undefined : affordable(usdt, each, unitOf(decimals));
}
