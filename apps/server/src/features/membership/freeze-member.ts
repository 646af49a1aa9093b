import { refuseOperator, type OperatorResult } from '@plimsoll/contract/operator';
import { sql, type Db, type Tx } from '../../platform/db.ts';
import type { OperatorContext } from '../../platform/http/index.ts';
import type { Sessions } from '../../platform/sessions.ts';
import { tellMember } from '../notices/index.ts';
import { logDeed } from '../operators/index.ts';

const lock = sql<{ frozen: boolean }>('membership.lockFrozen', 'select frozen from member where id = $1 for no key update');
const selfFrozen = sql<{ id: string; first_by: string | null }>('membership.lockSelfFreeze', 'select id, first_by from self_freeze where member_id = $1 and thawed_at is null for update');
const firstThaw = sql<never>('membership.firstThaw', 'update self_freeze set first_by = $2, first_at = $3 where id = $1');
const lastThaw = sql<never>('membership.lastThaw', 'update self_freeze set thawed_by = $2, thawed_at = $3 where id = $1');
const write = sql<never>('membership.writeFrozen', 'update member set frozen = $2 where id = $1');

interface FreezeDeps {
  readonly db: Db;
  readonly sessions: Pick<Sessions, 'endAll'>;
  readonly nowMs: number;
}

/** An operator's yes to thaw what a member froze: whether it was the first of two, the same operator's again, or all that was needed. */
async function thawed(tx: Tx, memberId: string, { operator: { operatorId } }: OperatorContext, nowMs: number): Promise<'first' | 'same' | 'open'> {
  const [found] = await tx.run(selfFrozen, [memberId]);
  if (!found) return 'open';
  if (found.first_by === operatorId) return 'same';
  await tx.run(found.first_by === null ? firstThaw : lastThaw, [found.id, operatorId, new Date(nowMs)]);
  return found.first_by === null ? 'first' : 'open';
}

/**
 * Freezes a member, or ends it (rules 7). Sessions end either way: one that was being opened at the very moment of a freeze must not come to
 * life with its end. Money stays where it is, and what is open is filled and settled as agreed: nothing else asks whether a member is frozen.
 * `already_decided` when it is as asked.
 *
 * What a member froze takes two operators to thaw (rules 8): the first is written down, and changes nothing else; `same_operator` for the
 * first one again. Where proposals of operators come to be one mechanism, this is one of their kinds: {@link thawed} is what to connect.
 */
export async function setFrozen(
  { memberId, frozen, remark }: { readonly memberId: string; readonly frozen: boolean; readonly remark: string }, by: OperatorContext, { db, sessions, nowMs }: FreezeDeps,
): Promise<OperatorResult<null>> {
  const done = await db.transaction(async (tx): Promise<OperatorResult<null>> => {
    const [before] = await tx.run(lock, [memberId]);
    if (!before) return refuseOperator('not_found');
    if (before.frozen === frozen) return refuseOperator('already_decided');
    if (!frozen) {
      const thaw = await thawed(tx, memberId, by, nowMs);
      if (thaw === 'same') return refuseOperator('same_operator');
      if (thaw === 'first') {
        await logDeed(tx, { by, action: 'unfreeze', resource: 'members', ref: memberId, before: { frozen: 1, approvals: 0 }, after: { frozen: 1, approvals: 1 }, remark }, nowMs);
        return { ok: true, value: null };
      }
    }
    await tx.run(write, [memberId, frozen]);
    await sessions.endAll(memberId, tx);
    await tellMember(tx, [{ memberId, kind: frozen ? 'frozen' : 'unfrozen', params: {} }], nowMs);
    await logDeed(tx, {
      by, action: frozen ? 'freeze' : 'unfreeze', resource: 'members', ref: memberId, before: { frozen: before.frozen ? 1 : 0 }, after: { frozen: frozen ? 1 : 0 }, remark,
    }, nowMs);
    return { ok: true, value: null };
  });
  // Once more, for those that came into memory before it was committed.
  if (done.ok) await sessions.endAll(memberId);
  return done;
}
