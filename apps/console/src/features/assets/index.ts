import { lazyPart } from '@plimsoll/ui';

/** Transfers between somebody's own accounts, to look at. */
export const TransfersScreen = lazyPart(() => import('./transfers-screen.tsx'));
