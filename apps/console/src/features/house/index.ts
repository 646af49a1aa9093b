import { lazy } from 'react';

/** How the house stands. */
export const OverviewScreen = lazy(() => import('./overview-screen.tsx'));
