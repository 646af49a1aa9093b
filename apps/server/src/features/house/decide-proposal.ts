import { ok, RECORD_STATUS, refuse, type Result } from '@plimsoll/contract';
import type { OperatorReason } from '@plimsoll/contract/operator';
import { format } from '@plimsoll/money';
import { defineCommand, type LedgerCommand, type Plan } from '../../ledger/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import type { OperatorContext } from '../../platform/http/index.ts';
import { notifyMember, type Notification } from '../notices/index.ts';
import { appendAuditLog } from '../../platform/operator-log.ts';
import { mayBeSecond } from '../proposals/index.ts';
import { posting } from './postings.ts';
import { RESOURCES, type ProposalKind } from './proposal.ts';
import { lockProposals, refusalTrace, signedText, writeEndings, type LockedProposal } from './proposal-store.ts';

export interface ProposalDecision {
  readonly kind: ProposalKind;
  readonly id: string;
  readonly verdict: 'approve' | 'reject';
  readonly remark: string;
  readonly by: OperatorContext;
}

type Planned =
  | { readonly decision: ProposalDecision; readonly found: LockedProposal }
  | { readonly reason: OperatorReason };

function plan(decision: ProposalDecision, found: LockedProposal, maySecond: boolean): Plan<Planned> {
  const { by, verdict } = decision;
  if (verdict === 'reject')
    return { journals: [], planned: { decision, found }, trace: refusalTrace(found.id, by.operator.operatorId) };
  if (found.proposedBy === by.operator.operatorId) return { journals: [], planned: { reason: 'same_operator' } };
  if (!maySecond) return { journals: [], planned: { reason: 'not_established' } };
  return { journals: [posting(found.id, found.proposal, by.operator.operatorId)], planned: { decision, found } };
}

/** A member is notified of a correction, with the remark of its proposal. */
function notificationsOf({ decision, found }: Extract<Planned, { found: unknown }>): Notification[] {
  const { target, amount, isTaken } = found.proposal;
  if (decision.verdict === 'reject' || target.kind !== 'correction') return [];
  return [
    {
      memberId: target.memberId,
      kind: 'correction',
      params: { amount: format(amount), coin: found.coin, remark: found.remark, way: isTaken ? 'out' : 'in' },
    },
  ];
}

async function write(tx: Tx, done: readonly Extract<Planned, { found: unknown }>[], nowMs: number): Promise<void> {
  if (done.length === 0) return;
  await Promise.all([
    writeEndings(
      tx,
      done.map(({ decision: { id, verdict, by, remark } }) => ({
        id,
        isApproved: verdict === 'approve',
        by: by.operator.operatorId,
        remark,
      })),
      nowMs,
    ),
    notifyMember(tx, done.flatMap(notificationsOf), nowMs),
    ...done.map(({ decision: { kind, id, by, verdict, remark }, found }) =>
      appendAuditLog(
        tx,
        {
          by,
          action: verdict,
          resource: RESOURCES[kind],
          ref: id,
          remark,
          before: { status: RECORD_STATUS.pending, amount: signedText(found.proposal) },
          after: { status: verdict === 'approve' ? RECORD_STATUS.completed : RECORD_STATUS.refused },
        },
        nowMs,
      ),
    ),
  ]);
}

/** Posts what another operator proposed, or rejects it, once. Answers null, or why it was not done. */
export function decidingProposals(clock: Clock): LedgerCommand<ProposalDecision, Planned, OperatorReason | null> {
  return defineCommand({
    name: 'house.decide',
    async plan(tx, decisions) {
      // The second answer depends on whether the first can be posted.
      if (new Set(decisions.map(({ id }) => id)).size < decisions.length)
        throw new Error('a proposal is decided twice in one batch');
      const rows = await lockProposals(
        tx,
        decisions.map(({ id }) => id),
      );
      const approvals = decisions.flatMap(({ id, verdict, by }) => {
        const found = rows.get(id);
        return found && verdict === 'approve'
          ? [{ id, second: by.operator.operatorId, first: { by: found.proposedBy, at: found.proposedAt } }]
          : [];
      });
      const answers = await mayBeSecond(tx, approvals);
      const seconded = new Set(approvals.filter((_, index) => answers[index]).map(({ id }) => id));
      return decisions.map((decision): Result<Plan<Planned>> => {
        const found = rows.get(decision.id);
        if (!found || found.proposal.target.kind !== decision.kind) return refuse('not_found');
        if (!found.isWaiting) return ok({ journals: [], planned: { reason: 'already_decided' } });
        return ok(plan(decision, found, seconded.has(decision.id)));
      });
    },
    record: (tx, all) => ({
      outcomes: all.map((each) => ('reason' in each ? each.reason : null)),
      sent: write(
        tx,
        all.flatMap((each) => ('found' in each ? [each] : [])),
        clock.nowMs(),
      ),
    }),
  });
}
