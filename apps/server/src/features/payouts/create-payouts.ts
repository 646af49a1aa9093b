import type { CrudDeps } from '../../platform/crud/index.ts';
import type { PayoutDeps } from './deps.ts';
import type { Slice } from '../../platform/slice.ts';
import { payoutRoutes } from './routes.ts';
import { networkOperatorRoutes } from './operator-routes.ts';

/** Makes the payouts slice. */
export const createPayouts = (deps: PayoutDeps & Pick<CrudDeps, 'log' | 'proposals'>): Slice => ({
  routes: payoutRoutes(deps),
  operatorRoutes: networkOperatorRoutes(deps),
});
