/** How a lock-mining order stands: it earns day by day, or it ended and its principal is released. */
export const MINING_STATUS = { running: 0, ended: 1 } as const;
export type MiningStatus = (typeof MINING_STATUS)[keyof typeof MINING_STATUS];
