/** Whether a stake may be redeemed before its end. */
export const STAKING_TYPE = { flexible: 1, fixed: 2 } as const;
export type StakingType = (typeof STAKING_TYPE)[keyof typeof STAKING_TYPE];
/** `status` of a stake: active, paid at its end, or redeemed before. */
export const STAKE_STATUS = { active: 0, ended: 1, redeemed: 2 } as const;
export type StakeStatus = (typeof STAKE_STATUS)[keyof typeof STAKE_STATUS];
