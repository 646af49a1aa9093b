/** The three accounts a member has (WIRE 1.7: `type`). */
export const ACCOUNT_TYPE = { funds: 1, options: 2, quant: 3 } as const;
export type AccountType = (typeof ACCOUNT_TYPE)[keyof typeof ACCOUNT_TYPE];
/** `status` of a record: pending review, completed, not passed. */
export const RECORD_STATUS = { pending: 1, completed: 2, refused: 3 } as const;

/** `st` of a bill. */
export const BILL_KIND = { income: 1, expense: 2 } as const;
