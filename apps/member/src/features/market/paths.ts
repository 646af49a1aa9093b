import type { MarketItem } from '@plimsoll/contract';

/** Where a row of a market leads (PRODUCT 7). */
export const optionsPath = ({ symbol, title }: Pick<MarketItem, 'symbol' | 'title'>): string =>
  `/options?${new URLSearchParams({ currentSymbol: symbol, name: title })}`;
