/** Where a withdrawal goes: to the address bound for its coin, or to a bank card. */
export const WITHDRAW_TYPE = { address: 1, bank: 2 } as const;
export type WithdrawType = (typeof WITHDRAW_TYPE)[keyof typeof WITHDRAW_TYPE];

/** `sxftype`: a withdrawal's fee is a percentage of the amount, or fixed. */
export const FEE_TYPE = { percentage: 1, fixed: 2 } as const;
