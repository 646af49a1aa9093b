import { lazyPart } from '@plimsoll/ui';

/** Review of deposits and withdrawals. */
export const DepositsScreen = lazyPart(() => import('./deposits-screen.tsx'));
export const WithdrawalsScreen = lazyPart(() => import('./withdrawals-screen.tsx'));
