/** Identities: applications, and how operators decide them (PRODUCT 26; docs/IDENTITY.md). */
export { createIdentity } from './create-identity.ts';
export { identityAudits } from './audit.ts';
export { identityOperatorRoutes } from './operator-routes.ts';
export { identityRoutes } from './routes.ts';
