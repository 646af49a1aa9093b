/** Who members are: what they apply with, and how operators decide (PRODUCT 26; docs/IDENTITY.md). */
export { createIdentity } from './create-identity.ts';
export { identityAudits } from './audit.ts';
export { identityOperatorRoutes } from './operator-routes.ts';
export { identityRoutes } from './routes.ts';
