import { lazyPart } from '@plimsoll/ui';

/** What is traded: coins, the markets between them, and the tabs those are listed under. */
export const CoinsScreen = lazyPart(() => import('./coins-screen.tsx'));
export const MarketsScreen = lazyPart(() => import('./markets-screen.tsx'));
export const CurrenciesScreen = lazyPart(() => import('./currencies-screen.tsx'));
