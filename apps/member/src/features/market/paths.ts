import type { MarketItem } from '@plimsoll/contract';

/** The spot screen of a market (PRODUCT 9). */
export const tradePath = ({ symbol, title }: Pick<MarketItem, 'symbol' | 'title'>): string =>
  `/exchange?${new URLSearchParams({ currentSymbol: symbol, name: title })}`;

/** The options screen of a market (PRODUCT 7). */
export const optionsPath = ({ symbol, title }: Pick<MarketItem, 'symbol' | 'title'>): string =>
  `/options?${new URLSearchParams({ currentSymbol: symbol, name: title })}`;

/** A coin's page. */
export const coinPath = (coin: string): string => `/coin/${encodeURIComponent(coin)}`;
