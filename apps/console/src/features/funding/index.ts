import { lazyPart } from '@plimsoll/ui';

/** Money that comes in and goes out, decided. */
export const DepositsScreen = lazyPart(() => import('./deposits-screen.tsx'));
export const WithdrawalsScreen = lazyPart(() => import('./withdrawals-screen.tsx'));
