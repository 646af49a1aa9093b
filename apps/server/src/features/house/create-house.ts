import type { Slice } from '../../platform/slice.ts';
import { type HouseDeps, houseOperatorRoutes } from './operator-routes.ts';
import { houseAudits } from './audit.ts';

/** Opens what operators do with the platform's accounts. */
export const createHouse = (deps: HouseDeps): Slice => ({
  operatorRoutes: houseOperatorRoutes(deps),
  audits: houseAudits,
});
