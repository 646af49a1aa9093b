import { lazyPart } from '@plimsoll/ui';

/** What members have staked, to look at. */
export const StakingOrdersScreen = lazyPart(() => import('./staking-orders-screen.tsx'));
