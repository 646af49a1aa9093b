import { lazy } from 'react';

/** Money that comes in and goes out, decided. */
export const DepositsScreen = lazy(() => import('./deposits-screen.tsx'));
export const WithdrawalsScreen = lazy(() => import('./withdrawals-screen.tsx'));
