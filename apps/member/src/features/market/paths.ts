import type { MarketItem } from '@plimsoll/contract';

/** The options screen of a market (PRODUCT 7). */
export const optionsPath = ({ symbol, title }: Pick<MarketItem, 'symbol' | 'title'>): string =>
  `/options?${new URLSearchParams({ currentSymbol: symbol, name: title })}`;

/** A coin's page. */
export const coinPath = (coin: string): string => `/coin/${encodeURIComponent(coin)}`;
