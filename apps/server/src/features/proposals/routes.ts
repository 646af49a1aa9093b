import { ok } from '@plimsoll/contract';
import { refuseOperator } from '@plimsoll/contract/operator';
import * as calls from '@plimsoll/contract/operator/proposals';
import { operatorRoute, type OperatorRoute } from '../../platform/http/index.ts';
import { establishedAt } from './established.ts';
import type { Proposals, ProposalsDeps } from './proposals.ts';
import { findProposal, itemOf, proposalsPage } from './store.ts';

/** The queue of what needs two operators (docs/wire/operator.md). */
export const proposalRoutes = (
  proposals: Proposals,
  { db, clock }: Pick<ProposalsDeps, 'db' | 'clock'>,
): readonly OperatorRoute[] => [
  operatorRoute(calls.listProposals, async (input, { operator }) => {
    const [page, since] = [await proposalsPage(db, input, operator), await establishedAt(db, operator.operatorId)];
    return ok({
      ...page,
      established: {
        yes: since !== null && since.getTime() <= clock.nowMs() ? 1 : 0,
        since: since?.toISOString() ?? null,
      },
    });
  }),
  operatorRoute(calls.readProposal, async ({ id }, { operator }) => {
    const row = await findProposal(db, id, operator);
    return row ? ok(itemOf(row, operator)) : refuseOperator('not_found');
  }),
  operatorRoute(calls.approveProposal, (input, by) => proposals.decide({ ...input, verdict: 'approve' }, by)),
  operatorRoute(calls.rejectProposal, async (input, by) => {
    const done = await proposals.decide({ ...input, verdict: 'reject' }, by);
    if (!done.ok) return done;
    const { result: _none, ...item } = done.value;
    return ok(item);
  }),
];
