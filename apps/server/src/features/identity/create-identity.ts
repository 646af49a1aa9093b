import type { Slice } from '../../platform/slice.ts';
import type { IdentityDeps } from './deps.ts';
import { identityRoutes } from './routes.ts';
import { identityOperatorRoutes } from './operator-routes.ts';
import { identityAudits } from './audit.ts';

/** Makes the identity slice. */
export const createIdentity = (deps: IdentityDeps): Slice => ({
  routes: identityRoutes(deps),
  operatorRoutes: identityOperatorRoutes(deps),
  audits: identityAudits,
});
