/**
 * The house as a whole: what two operators post, what it holds and owes, and its ledger to look through
 * (docs/wire/operator.md; RULES 1).
 */
export { createHouse } from './create-house.ts';
export { houseAudits } from './audit.ts';
export { houseOperatorRoutes } from './operator-routes.ts';
export { balancesReport } from './balances-report.ts';
export { readAuditEnd, readQueues } from './overview-store.ts';
