/** What members owe on overdue loans, and what that keeps from leaving (RULES 6, docs/LOANS.md). */
export { openDebts, type Debts } from './debts.ts';
export { locksAllowed } from './locks.ts';
