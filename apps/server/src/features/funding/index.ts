/** Deposits and withdrawals (RULES 5, docs/FUNDING.md). */
export { createFunding } from './create-funding.ts';
export { fundingAudits } from './audit.ts';
export { fundingOperatorRoutes } from './operator-routes.ts';
export { leavingBy } from './request-withdrawal.ts';
export { demoFundsRoutes, fundingRoutes } from './routes.ts';
