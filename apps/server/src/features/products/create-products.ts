import type { CrudDeps } from '../../platform/crud/index.ts';
import type { Slice } from '../../platform/slice.ts';
import { productOperatorRoutes } from './operator-routes.ts';

/** Opens what owners offer: loans, lock mining and staking. */
export const createProducts = (deps: Pick<CrudDeps, 'db' | 'clock' | 'log' | 'proposals'>): Slice => ({
  operatorRoutes: productOperatorRoutes(deps),
});
