/** Markets: the list screen, and what other screens show of them. */
import { lazyScreen } from '../../platform/lazy-screen.tsx';
import type { MarketTableProps } from './market-table.tsx';
import type { OwnMarketsProps } from './own-markets.tsx';

export { coinName } from './coin-names.ts';
export { findCoins, findMarkets } from './find-markets.ts';
export { fractionWidth, placesOfMarket } from './figures.ts';
export { fallers, risers } from './market-order.ts';
export { MARKET_CHANGE, MARKET_PAIR, MARKET_ROW, MarketRow, MarketRowSkeleton } from './market-row.tsx';
export { namedMarket } from './named-market.ts';
export { coinPath, optionsPath, tradePath } from './paths.ts';
export { useSeen } from './use-seen.ts';
export { useLivePrices } from './use-live-prices.ts';
export { MARKETS_OLD_MS, useMarketList } from './use-market-list.ts';
export const OWN_MARKETS = lazyScreen<OwnMarketsProps>(['favourites', 'market'], () => import('./own-markets.tsx'));
export const MARKET_TABLE = lazyScreen<MarketTableProps>(['favourites', 'market'], () => import('./market-table.tsx'));
export const MARKET = lazyScreen(['favourites', 'market'], () => import('./market-screen.tsx'));
