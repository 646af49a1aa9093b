import { refuseOperator, type OperatorResult } from '@plimsoll/contract/operator';
import type { Db } from '../../platform/db.ts';
import type { OperatorContext } from '../../platform/http/index.ts';
import type { Sessions } from '../../platform/sessions.ts';
import { logDeed } from '../operators/index.ts';
import { resetFactors } from '../security/index.ts';
import { isMember } from './find-member.ts';

interface ResetDeps {
  readonly db: Db;
  readonly sessions: Pick<Sessions, 'endAll'>;
  readonly nowMs: number;
}

/**
 * Removes the second factors of a member who has lost them all (docs/MEMBER-SECURITY.md), and ends their sessions: who is in there may be who
 * took them. `remark_needed` without the reason, `nothing_to_change` when none is set. The log says which there were, and nothing of what they were.
 */
export async function resetMember(
  { memberId, remark }: { readonly memberId: string; readonly remark: string }, by: OperatorContext, { db, sessions, nowMs }: ResetDeps,
): Promise<OperatorResult<null>> {
  if (remark === '') return refuseOperator('remark_needed');
  const done = await db.transaction(async (tx): Promise<OperatorResult<null>> => {
    if (!(await isMember(tx, memberId))) return refuseOperator('not_found');
    const before = await resetFactors(tx, memberId, remark, nowMs);
    if (!before) return refuseOperator('nothing_to_change');
    await sessions.endAll(memberId, tx);
    await logDeed(tx, { by, action: 'reset-factors', resource: 'members', ref: memberId, before: { ...before }, after: { totp: 0, passkeys: 0, recovery_left: 0 }, remark }, nowMs);
    return { ok: true, value: null };
  });
  // Once more, for those that came into memory before it was committed.
  if (done.ok) await sessions.endAll(memberId);
  return done;
}
