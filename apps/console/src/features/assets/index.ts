import { lazyPart } from '@plimsoll/ui';

/** Transfers between members' own accounts. */
export const TransfersScreen = lazyPart(() => import('./transfers-screen.tsx'));
