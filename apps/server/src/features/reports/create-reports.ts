import type { Clock } from '../../platform/clock.ts';
import type { Reports } from '../../platform/replica.ts';
import type { Slice } from '../../platform/slice.ts';
import { reportOperatorRoutes } from './operator-routes.ts';

/** Opens the reports of how options end. */
export const createReports = (deps: { readonly reports: Reports; readonly clock: Clock }): Slice => ({
  operatorRoutes: reportOperatorRoutes(deps),
});
