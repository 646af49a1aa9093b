/** Loans: offers, applications, and the member's loans. */
import { lazyScreen } from '../../platform/lazy-screen.tsx';

export const LOANS = lazyScreen(['loans'], () => import('./loans-screen.tsx'));
export const LOAN_APPLICATION = lazyScreen(['loans'], () => import('./application-screen.tsx'));
