import type { MarketItem } from '@plimsoll/contract';

/** The coin that an address names: `/coin/BTC`; empty for none. */
export function coinAt(pathname: string): string {
  try {
    return decodeURIComponent(pathname.split('/')[2] ?? '');
  } catch {
    return '';
  }
}

/** The quote that stands for the dollar. */
const DOLLAR = 'USDT';

/** The market whose price is a coin's: against the dollar, else the first; undefined for one that is not traded. */
export function marketOfCoin(markets: readonly MarketItem[], coin: string): MarketItem | undefined {
  const own = markets.filter((each) => each.coinname === coin);
  return own.find((each) => each.trade_coin === DOLLAR) ?? own[0];
}
