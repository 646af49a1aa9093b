import { lazyPart } from '@plimsoll/ui';

/** What members have locked, to look at. */
export const MiningOrdersScreen = lazyPart(() => import('./mining-orders-screen.tsx'));
