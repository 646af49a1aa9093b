import type { MarketItem, Side } from '@plimsoll/contract';

/** The spot screen of a market (PRODUCT 9), with the side chosen where one is given. */
export const tradePath = ({ symbol, title }: Pick<MarketItem, 'symbol' | 'title'>, side?: Side): string =>
  `/exchange?${new URLSearchParams({ currentSymbol: symbol, name: title, ...(side && { side }) })}`;

/** The options screen of a market (PRODUCT 7). */
export const optionsPath = ({ symbol, title }: Pick<MarketItem, 'symbol' | 'title'>): string =>
  `/options?${new URLSearchParams({ currentSymbol: symbol, name: title })}`;

/** A coin's page. */
export const coinPath = (coin: string): string => `/coin/${encodeURIComponent(coin)}`;
