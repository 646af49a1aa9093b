import { lazy } from 'react';

/** How the house stands. */
export const OverviewScreen = lazy(() => import('./overview-screen.tsx'));
/** Postings that two operators make. */
export const CorrectionsScreen = lazy(() => import('./corrections-screen.tsx'));
export const HousePostingsScreen = lazy(() => import('./house-postings-screen.tsx'));
/** Reports on pages of their own. */
export const BalancesScreen = lazy(() => import('./balances-screen.tsx'));
export const ExposureScreen = lazy(() => import('./exposure-screen.tsx'));
