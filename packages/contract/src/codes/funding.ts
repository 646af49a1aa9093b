/** How a withdrawal leaves: to the address bound for its coin, or to one of the member's bank cards. */
export const WITHDRAW_TYPE = { address: 1, bank: 2 } as const;
export type WithdrawType = (typeof WITHDRAW_TYPE)[keyof typeof WITHDRAW_TYPE];

/** `sxftype`: what a withdrawal's fee is, a percentage of the amount or a fixed one. */
export const FEE_TYPE = { percentage: 1, fixed: 2 } as const;
