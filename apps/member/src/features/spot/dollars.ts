import type { MarketItem } from '@plimsoll/contract';
import { format, notional, parseAmount, parsePrice } from '@plimsoll/money';

const UNIT = 'USDT';

/** A price in dollars, for which USDT stands; undefined when the quote has no market. */
export function dollarsOf(price: string, quote: string, markets: readonly MarketItem[]): string | undefined {
  if (quote === UNIT) return price;
  const each = parsePrice(
    markets.find((market) => market.coinname === quote && market.trade_coin === UNIT)?.close ?? '',
  );
  const amount = parseAmount(price);
  return each === null || amount === null ? undefined : format(notional(each, amount, 'down'));
}
