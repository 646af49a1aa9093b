/** `status` of a loan. */
export const LOAN_STATUS = { applied: 1, approved: 2, refused: 3, cancelled: 4 } as const;
export type LoanStatus = (typeof LOAN_STATUS)[keyof typeof LOAN_STATUS];
/** `is_repayment` of an approved loan; `open` also while nothing is due. */
export const REPAYMENT = { open: 0, repaid: 1, overdue: 2 } as const;
export type Repayment = (typeof REPAYMENT)[keyof typeof REPAYMENT];
