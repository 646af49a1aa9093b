import { lazyPart } from '@plimsoll/ui';

/** Review of loans. */
export const LoansScreen = lazyPart(() => import('./loans-screen.tsx'));
