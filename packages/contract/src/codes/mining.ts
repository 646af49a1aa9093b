/** `status` of a lock-mining order: earning, or ended. */
export const MINING_STATUS = { running: 0, ended: 1 } as const;
export type MiningStatus = (typeof MINING_STATUS)[keyof typeof MINING_STATUS];
