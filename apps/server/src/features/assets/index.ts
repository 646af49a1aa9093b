/** A member's own accounts (spec part 2, /assets, /trade-account, /changemoney). */
export { assetsAudits } from './audit.ts';
export { assetsOperatorRoutes } from './operator-routes.ts';
export { assetsRoutes } from './routes.ts';
