import { lazy } from 'react';

/** What keeps money for a time, as it is offered. */
export const LoanProjectsScreen = lazy(() => import('./loan-projects-screen.tsx'));
export const MiningProductsScreen = lazy(() => import('./mining-products-screen.tsx'));
export const StakingProjectsScreen = lazy(() => import('./staking-projects-screen.tsx'));
