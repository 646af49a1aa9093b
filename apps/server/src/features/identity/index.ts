/**
 * Who members are: what they apply with, and how operators decide (spec part 1, /real_authentication;
 * docs/IDENTITY.md).
 */
export { identityAudits } from './audit.ts';
export { identityOperatorRoutes } from './operator-routes.ts';
export { identityRoutes } from './routes.ts';
