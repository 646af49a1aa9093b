import { IDENTITY_STATUS, ok } from '@plimsoll/contract';
import { refuseOperator, type OperatorResult } from '@plimsoll/contract/operator';
import type { OperatorContext } from '../../platform/http/index.ts';
import { notifyMember } from '../notices/index.ts';
import { appendAuditLog } from '../../platform/operator-log.ts';
import type { IdentityDeps } from './deps.ts';
import { decideApplication, lockApplication } from './store.ts';

interface Decision {
  readonly id: string;
  readonly verdict: 'approve' | 'reject';
  readonly remark: string;
  readonly by: OperatorContext;
}

/** Decides an application, once (`already_decided`), with notice and audit log. */
export async function decideIdentity(
  { db, clock }: Pick<IdentityDeps, 'db' | 'clock'>,
  { id, verdict, remark, by }: Decision,
): Promise<OperatorResult<null>> {
  if (verdict === 'reject' && remark === '') return refuseOperator('remark_needed', { field: 'remark' });
  return db.transaction(async (tx): Promise<OperatorResult<null>> => {
    const application = await lockApplication(tx, id);
    if (!application) return refuseOperator('not_found');
    if (application.status !== IDENTITY_STATUS.review) return refuseOperator('already_decided');
    const nowMs = clock.nowMs();
    const status = verdict === 'approve' ? IDENTITY_STATUS.certified : IDENTITY_STATUS.refused;
    await decideApplication(tx, { id, status, by: by.operator.operatorId, at: new Date(nowMs), remark });
    const memberId = application.member_id;
    await notifyMember(
      tx,
      [
        verdict === 'approve'
          ? { memberId, kind: 'identity-certified', params: {} }
          : { memberId, kind: 'identity-refused', params: { remark } },
      ],
      nowMs,
    );
    await appendAuditLog(
      tx,
      {
        by,
        action: verdict,
        resource: 'identities',
        ref: id,
        before: { status: application.status },
        after: { status, member_id: Number(memberId) },
        remark,
      },
      nowMs,
    );
    return ok(null);
  });
}
