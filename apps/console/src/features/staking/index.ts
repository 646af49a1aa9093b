import { lazyPart } from '@plimsoll/ui';

/** Staking orders. */
export const StakingOrdersScreen = lazyPart(() => import('./staking-orders-screen.tsx'));
