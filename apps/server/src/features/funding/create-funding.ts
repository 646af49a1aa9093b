import type { SliceWith } from '../../platform/slice.ts';
import { fundingAudits } from './audit.ts';
import type { FundingDeps } from './deps.ts';
import { fundingOperatorRoutes } from './operator-routes.ts';
import { leavingBy } from './request-withdrawal.ts';
import { fundingRoutes } from './routes.ts';

export interface Funding extends SliceWith<'routes' | 'operatorRoutes'> {
  /** What would leave by a withdrawal, for what is signed before it. */
  readonly leaving: ReturnType<typeof leavingBy>;
}

/** Opens money in and out of the platform. */
export const createFunding = (deps: FundingDeps): Funding => ({
  routes: fundingRoutes(deps),
  operatorRoutes: fundingOperatorRoutes(deps),
  audits: fundingAudits,
  leaving: leavingBy(deps),
});
