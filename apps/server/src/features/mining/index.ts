/** Lock mining (PRODUCT 22; RULES 6, docs/MINING.md). */
export { createMining, type Mining } from './create-mining.ts';
export { miningAudits } from './audit.ts';
export { miningOperatorRoutes } from './operator-routes.ts';
