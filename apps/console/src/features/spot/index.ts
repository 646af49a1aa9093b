import { lazyPart } from '@plimsoll/ui';

/** Spot orders of everybody, to look at. */
export const SpotOrdersScreen = lazyPart(() => import('./spot-orders-screen.tsx'));
