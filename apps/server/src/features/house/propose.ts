import { refuseOperator, type OperatorResult } from '@plimsoll/contract/operator';
import { placesUsed } from '@plimsoll/money';
import type { Db } from '../../platform/db.ts';
import type { OperatorContext } from '../../platform/http/index.ts';
import { isMember } from '../membership/index.ts';
import { appendAuditLog } from '../../platform/operator-log.ts';
import { notEstablished } from '../proposals/index.ts';
import { RESOURCES, type Proposal } from './proposal.ts';
import { insertProposal, placesOf, signedText } from './proposal-store.ts';

/**
 * Proposes a correction or a house posting; nothing moves.
 *
 * @returns its number; refused are an unknown member or coin, and too many places.
 */
export function propose(
  db: Db,
  proposal: Proposal,
  { remark, by, nowMs }: { readonly remark: string; readonly by: OperatorContext; readonly nowMs: number },
): Promise<OperatorResult<string>> {
  const { target, coinId, amount } = proposal;
  return db.transaction(async (tx): Promise<OperatorResult<string>> => {
    if (target.kind === 'correction' && !(await isMember(tx, target.memberId))) return refuseOperator('not_found');
    const places = await placesOf(tx, coinId);
    if (places === undefined) return refuseOperator('not_found');
    if (placesUsed(amount) > places) return refuseOperator('bad_amount');
    const unfit = await notEstablished(tx, by.operator.operatorId, nowMs);
    if (unfit) return unfit;
    const id = await insertProposal(tx, proposal, { remark, by: by.operator.operatorId, atMs: nowMs });
    const account =
      target.kind === 'correction'
        ? { member_id: Number(target.memberId), type: target.type }
        : { account: target.house };
    // not money: an id, a number on the wire
    const after = { ...account, c_id: Number(coinId), amount: signedText(proposal) };
    await appendAuditLog(
      tx,
      { by, action: 'propose', resource: RESOURCES[target.kind], ref: id, after, remark },
      nowMs,
    );
    return { ok: true, value: id };
  });
}
