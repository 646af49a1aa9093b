/** Sending to another member (PRODUCT 18; RULES 5, docs/TRANSFERS.md). */
export { createTransfers, type Transfers } from './create-transfers.ts';
export { transferAudits } from './audit.ts';
export { knowsName, maskedName } from './known-names.ts';
export { transferOperatorRoutes } from './operator-routes.ts';
