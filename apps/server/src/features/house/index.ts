/**
 * The platform's accounts: postings by two operators, reports, and the ledger browser (docs/wire/operator.md; RULES 1).
 */
export { createHouse } from './create-house.ts';
export { houseAudits } from './audit.ts';
export { houseOperatorRoutes } from './operator-routes.ts';
export { balancesReport } from './balances-report.ts';
export { readAuditEnd, readQueues } from './overview-store.ts';
