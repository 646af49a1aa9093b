import { lazyPart } from '@plimsoll/ui';

/** Spot orders of all members. */
export const SpotOrdersScreen = lazyPart(() => import('./spot-orders-screen.tsx'));
