import { lazyPart } from '@plimsoll/ui';

/** Coins, markets and the tabs of market lists. */
export const CoinsScreen = lazyPart(() => import('./coins-screen.tsx'));
export const MarketsScreen = lazyPart(() => import('./markets-screen.tsx'));
export const CurrenciesScreen = lazyPart(() => import('./currencies-screen.tsx'));
