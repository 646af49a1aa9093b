import { lazyPart } from '@plimsoll/ui';

/** Products: loans, lock mining, staking. */
export const LoanProjectsScreen = lazyPart(() => import('./loan-projects-screen.tsx'));
export const MiningProductsScreen = lazyPart(() => import('./mining-products-screen.tsx'));
export const StakingProjectsScreen = lazyPart(() => import('./staking-projects-screen.tsx'));
