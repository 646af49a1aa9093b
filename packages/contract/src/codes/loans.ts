/** What became of a loan that was applied for. */
export const LOAN_STATUS = { applied: 1, approved: 2, refused: 3, cancelled: 4 } as const;
export type LoanStatus = (typeof LOAN_STATUS)[keyof typeof LOAN_STATUS];
/** How it stands with repaying an approved loan; `open` while there is nothing to repay. */
export const REPAYMENT = { open: 0, repaid: 1, overdue: 2 } as const;
export type Repayment = (typeof REPAYMENT)[keyof typeof REPAYMENT];
