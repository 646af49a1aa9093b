/** A member's own accounts (PRODUCT 12). */
export { createAssets } from './create-assets.ts';
export { billsAround } from './list-bills.ts';
export { assetsAudits } from './audit.ts';
export { assetsOperatorRoutes } from './operator-routes.ts';
export { readBillsBetween } from './store.ts';
export { assetsRoutes } from './routes.ts';
