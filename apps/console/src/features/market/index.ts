import { lazy } from 'react';

/** What is traded: coins, the markets between them, and the tabs those are listed under. */
export const CoinsScreen = lazy(() => import('./coins-screen.tsx'));
export const MarketsScreen = lazy(() => import('./markets-screen.tsx'));
export const CurrenciesScreen = lazy(() => import('./currencies-screen.tsx'));
