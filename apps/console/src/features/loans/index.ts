import { lazyPart } from '@plimsoll/ui';

/** Loans that members applied for, decided and looked after. */
export const LoansScreen = lazyPart(() => import('./loans-screen.tsx'));
