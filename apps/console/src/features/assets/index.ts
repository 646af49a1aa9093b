import { lazy } from 'react';

/** Transfers between somebody's own accounts, to look at. */
export const TransfersScreen = lazy(() => import('./transfers-screen.tsx'));
