/** Overdue loans, and what they keep from leaving (RULES 6, docs/LOANS.md). */
export { openDebts, type Debts } from './debts.ts';
export { locksAllowed } from './locks.ts';
export { lockLent, sharedLoans } from './store.ts';
