import type { Db } from '../../platform/db.ts';
import type { Slice } from '../../platform/slice.ts';
import { invitationRoutes } from './routes.ts';
import { invitationOperatorRoutes } from './operator-routes.ts';

/** Makes the invitation slice. */
export const createInvitation = (deps: { readonly db: Db }): Slice => ({
  routes: invitationRoutes(deps),
  operatorRoutes: invitationOperatorRoutes(deps),
});
