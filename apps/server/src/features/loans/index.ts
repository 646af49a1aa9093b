/** Loans (PRODUCT 20; RULES 6, docs/LOANS.md). */
export { createLoans, type Loans } from './create-loans.ts';
export { loanAudits } from './audit.ts';
