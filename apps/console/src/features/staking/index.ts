import { lazy } from 'react';

/** What members have staked, to look at. */
export const StakingOrdersScreen = lazy(() => import('./staking-orders-screen.tsx'));
