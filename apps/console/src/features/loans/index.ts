import { lazy } from 'react';

/** Loans that members applied for, decided and looked after. */
export const LoansScreen = lazy(() => import('./loans-screen.tsx'));
