import { lazy } from 'react';

/** Spot orders of everybody, to look at. */
export const SpotOrdersScreen = lazy(() => import('./spot-orders-screen.tsx'));
