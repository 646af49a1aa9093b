import { amount, averagePrice, notional, price, type Amount, type Price } from '@plimsoll/money';
import type { Market } from './types.ts';

const ONE = price('1');
/** The coin every total is shown in. */
const UNIT = 'USDT';

/** How many of the far coin one unit of `coinId` is worth in `market`, and which coin that is. */
function across(
  coinId: string,
  market: Market,
  last: Price,
): { readonly coinId: string; readonly title: string; readonly price: Price } | undefined {
  if (market.base.id === coinId) return { coinId: market.quote.id, title: market.quote.title, price: last };
  if (market.quote.id !== coinId) return undefined;
  return {
    coinId: market.base.id,
    title: market.base.title,
    price: averagePrice(amount('1'), last as bigint as Amount),
  };
}

/**
 * One unit of a coin in USDT by last prices, through one market or two (`MarketData.usdtPrice`). A direct market is
 * preferred, then the first in the catalogue's order; undefined when there is no way or a market on it has no price
 * yet.
 */
export function usdtPriceOf(
  coin: { readonly id: string; readonly title: string },
  markets: readonly Market[],
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
    if (second) return notional(step.price, second.price as bigint as Amount, 'half-even') as bigint as Price;
  }
  return undefined;
}
