import type { Slice } from '../../platform/slice.ts';
import { type CatalogueDeps, catalogueOperatorRoutes } from './operator-routes.ts';

/** Opens the catalogue. */
export const createCatalogue = (deps: CatalogueDeps): Slice => ({
  operatorRoutes: catalogueOperatorRoutes(deps),
});
