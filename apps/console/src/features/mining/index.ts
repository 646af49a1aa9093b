import { lazyPart } from '@plimsoll/ui';

/** Lock mining orders. */
export const MiningOrdersScreen = lazyPart(() => import('./mining-orders-screen.tsx'));
