import { amount, amountOfUnits, averagePrice, notional, price, priceOfUnits, type Price } from '@plimsoll/money';
import type { Market } from './types.ts';

/** The coins that a market trades. */
export type Pair = Pick<Market, 'id' | 'base' | 'quote'>;

const ONE = price('1');
const UNIT = 'USDT';

/** The price of one unit of `coinId` in the market's other coin, and that coin. */
function across(
  coinId: string,
  market: Pair,
  last: Price,
): { readonly coinId: string; readonly title: string; readonly price: Price } | undefined {
  if (market.base.id === coinId) return { coinId: market.quote.id, title: market.quote.title, price: last };
  if (market.quote.id !== coinId) return undefined;
  return {
    coinId: market.base.id,
    title: market.base.title,
    price: averagePrice(amount('1'), amountOfUnits(last)),
  };
}

/**
 * One unit of a coin in USDT by last prices, through one market or two: a direct market, else the first in the
 * catalogue's order; undefined without a way or a price.
 */
export function usdtPriceOf(
  coin: { readonly id: string; readonly title: string },
  markets: readonly Pair[],
  last: (marketId: string) => Price | undefined,
): Price | undefined {
  if (coin.title === UNIT) return ONE;
  const steps = (coinId: string) =>
    markets.flatMap((market) => {
      const lastPrice = last(market.id);
      const step = lastPrice === undefined || lastPrice <= 0n ? undefined : across(coinId, market, lastPrice);
      return step ? [step] : [];
    });
  const first = steps(coin.id);
  const direct = first.find((step) => step.title === UNIT);
  if (direct) return direct.price;
  for (const step of first) {
    const second = steps(step.coinId).find((each) => each.title === UNIT);
    if (second) return priceOfUnits(notional(step.price, amountOfUnits(second.price), 'half-even'));
  }
  return undefined;
}
