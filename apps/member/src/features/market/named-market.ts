import type { MarketItem } from '@plimsoll/contract';

/** The market that `currentSymbol` and `name` of an address choose: that of the symbol, else that of the pair. */
export const namedMarket = (
  markets: readonly MarketItem[] | undefined,
  symbol: string | null,
  name: string | null,
): MarketItem | undefined =>
  markets?.find((each) => each.symbol === symbol) ?? markets?.find(({ title }) => title === name);
