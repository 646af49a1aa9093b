import { lazy } from 'react';

/** What members have locked, to look at. */
export const MiningOrdersScreen = lazy(() => import('./mining-orders-screen.tsx'));
