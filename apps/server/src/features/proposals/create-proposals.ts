import type { SliceWith } from '../../platform/slice.ts';
import { Proposals, type ProposalsDeps } from './proposals.ts';
import { proposalRoutes } from './routes.ts';

export interface ProposalsSlice extends SliceWith<'operatorRoutes'> {
  readonly proposals: Proposals;
}

/** Makes the slice of proposals. */
export function createProposals(deps: ProposalsDeps): ProposalsSlice {
  const proposals = new Proposals(deps);
  return { operatorRoutes: proposalRoutes(proposals, deps), proposals };
}
