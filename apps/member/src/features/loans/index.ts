/** Loans: what is offered, applying for one, and what became of it. */
import { lazyScreen } from '../../platform/lazy-screen.tsx';

/** /loans */
export const LOANS = lazyScreen(['loans'], () => import('./loans-screen.tsx'));
/** /loans-application */
export const LOAN_APPLICATION = lazyScreen(['loans'], () => import('./application-screen.tsx'));
