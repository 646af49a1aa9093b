/** Staking (PRODUCT 24; RULES 6, docs/STAKING.md). */
export { createStaking, type Staking } from './create-staking.ts';
export { stakingAudits } from './audit.ts';
export { stakingOperatorRoutes } from './operator-routes.ts';
