import type { SliceWith } from '../../platform/slice.ts';
import { fundingAudits } from './audit.ts';
import type { FundingDeps } from './deps.ts';
import { fundingOperatorRoutes } from './operator-routes.ts';
import { leavingBy } from './request-withdrawal.ts';
import { fundingRoutes } from './routes.ts';

export interface Funding extends SliceWith<'routes' | 'operatorRoutes'> {
  /** What a withdrawal would send where, for a passkey to sign. */
  readonly leaving: ReturnType<typeof leavingBy>;
}

/** Makes the funding slice. */
export const createFunding = (deps: FundingDeps): Funding => ({
  routes: fundingRoutes(deps),
  operatorRoutes: fundingOperatorRoutes(deps),
  audits: fundingAudits,
  leaving: leavingBy(deps),
});
