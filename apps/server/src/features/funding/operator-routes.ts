import { ok } from '@plimsoll/contract';
import { amountField } from '@plimsoll/contract/fields';
import {
  isProposed,
  refuseOperator,
  type OperatorResult,
  type Proposed,
  type RechargeForOperator,
  type WithdrawalForOperator,
} from '@plimsoll/contract/operator';
import {
  approveRecharge,
  approveWithdrawal,
  listRecharges,
  listWithdrawals,
  readRecharge,
  readWithdrawal,
  rejectRecharge,
  rejectWithdrawal,
} from '@plimsoll/contract/operator/funding';
import { format } from '@plimsoll/money';
import { z } from 'zod';
import { operatorRoute, type OperatorContext, type OperatorRoute } from '../../platform/http/index.ts';
import { inOrderOf } from '../../platform/id-page.ts';
import { decidingRecharges, type RechargeDecision } from './decide-recharge.ts';
import { decidingWithdrawals, type WithdrawalDecision } from './decide-withdrawal.ts';
import type { FundingDeps } from './deps.ts';
import { reviewPage } from './pages.ts';
import { rechargeForOperatorOf } from './recharge-record.ts';
import { readReviewedRecharges } from './recharge-store.ts';
import { afterFirstApproval, withdrawalForOperatorOf } from './withdrawal-record.ts';
import { readReviewedWithdrawals, type ReviewedWithdrawalRow } from './withdrawal-store.ts';

const found = <T>(item: T | undefined): OperatorResult<T> =>
  item === undefined ? refuseOperator('not_found') : ok(item);

/** Review queues (docs/wire/operator.md). */
export function fundingOperatorRoutes(deps: FundingDeps): readonly OperatorRoute[] {
  return [...rechargeReview(deps), ...withdrawalReview(deps)];
}

function rechargeReview({ db, writer, clock, uploads, market, settings, proposals }: FundingDeps): OperatorRoute[] {
  const command = decidingRecharges({ clock, market, settings });
  const read = async (
    ids: readonly string[],
    { operator: { operatorId } }: OperatorContext,
  ): Promise<RechargeForOperator[]> => {
    const link = (ref: string, upload: string): string =>
      uploads.linkFor({ operatorId, resource: 'recharges', ref, image: 'payimg' }, upload);
    return inOrderOf(ids, await readReviewedRecharges(db, ids)).map((row) => rechargeForOperatorOf(row, link));
  };

  async function decide(decision: RechargeDecision): Promise<OperatorResult<RechargeForOperator | Proposed>> {
    if (decision.verdict === 'reject' && decision.remark === '') return refuseOperator('remark_needed');
    const done = await writer.submit(command, decision);
    if (!done.ok) return done;
    if (done.value === 'two') return propose(decision);
    return done.value === null ? found((await read([decision.id], decision.by))[0]) : refuseOperator(done.value);
  }

  /** The first approval is a proposal for another operator. */
  async function propose({ id, amount: received, remark, by }: RechargeDecision): Promise<OperatorResult<Proposed>> {
    const [row] = await read([id], by);
    if (!row) return refuseOperator('not_found');
    const credited = received === undefined ? row.claimed : format(received);
    return proposals.keep(
      {
        kind: 'recharges',
        what: 'post',
        ref: id,
        name: row.username,
        role: 'clerk',
        data: { amount: credited, remark },
        remark,
        before: { num: row.claimed, coinName: row.coinName, member_id: row.member_id },
        after: { num: credited, coinName: row.coinName, member_id: row.member_id },
      },
      by,
    );
  }

  async function rejected(decision: RechargeDecision): Promise<OperatorResult<RechargeForOperator>> {
    const done = await decide(decision);
    if (!done.ok) return done;
    return isProposed(done.value) ? refuseOperator('already_decided') : ok(done.value);
  }

  proposals.delegate('recharges', ({ id, verdict, remark, data }, by) => {
    const kept = z.object({ amount: amountField(), remark: z.string() }).parse(data);
    return decide({ id, verdict, amount: kept.amount, remark: verdict === 'approve' ? kept.remark : remark, by });
  });

  return [
    operatorRoute(listRecharges, async (input, by) => {
      const { ids, total } = await reviewPage(db, 'recharge', input);
      return ok({ list: await read(ids, by), total });
    }),
    operatorRoute(readRecharge, async ({ id }, by) => found((await read([id], by))[0])),
    operatorRoute(approveRecharge, ({ id, remark, amount }, by) =>
      decide({ id, verdict: 'approve', amount, remark, by }),
    ),
    operatorRoute(rejectRecharge, ({ id, remark }, by) => rejected({ id, verdict: 'reject', remark, by })),
  ];
}

function withdrawalReview({ db, writer, clock, debts }: FundingDeps): OperatorRoute[] {
  const command = decidingWithdrawals(clock);
  const read = async (
    ids: readonly string[],
    as = (row: ReviewedWithdrawalRow) => row,
  ): Promise<WithdrawalForOperator[]> => {
    const rows = inOrderOf(ids, await readReviewedWithdrawals(db, ids));
    const owed = await debts.owed(
      db,
      rows.map(({ member_id }) => member_id),
    );
    return rows.map((row) =>
      withdrawalForOperatorOf(as(row), { isInDebt: owed.has(row.member_id), nowMs: clock.nowMs() }),
    );
  };

  async function decide(decision: WithdrawalDecision): Promise<OperatorResult<WithdrawalForOperator>> {
    if (decision.verdict === 'reject' && decision.remark === '') return refuseOperator('remark_needed');
    const done = await writer.submit(command, decision);
    if (!done.ok) return done;
    if (done.value === 'already_decided' || done.value === 'same_operator' || done.value === 'not_established')
      return refuseOperator(done.value);
    // The second approval may have come: answer the state after the first.
    return found((await read([decision.id], done.value === 'first' ? afterFirstApproval : undefined))[0]);
  }

  return [
    operatorRoute(listWithdrawals, async (input) => {
      const { ids, total } = await reviewPage(db, 'withdrawal', input);
      return ok({ list: await read(ids), total });
    }),
    operatorRoute(readWithdrawal, async ({ id }) => found((await read([id]))[0])),
    operatorRoute(approveWithdrawal, ({ id, remark }, by) => decide({ id, verdict: 'approve', remark, by })),
    operatorRoute(rejectWithdrawal, ({ id, remark }, by) => decide({ id, verdict: 'reject', remark, by })),
  ];
}
