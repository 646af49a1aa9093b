import { refuseOperator, type OperatorResult } from '@plimsoll/contract/operator';
import { sql, type Db } from '../../platform/db.ts';
import type { OperatorContext } from '../../platform/http/index.ts';
import type { Sessions } from '../../platform/sessions.ts';
import { tellMember } from '../notices/index.ts';
import { logDeed } from '../operators/index.ts';

const lock = sql<{ frozen: boolean }>('membership.lockFrozen', 'select frozen from member where id = $1 for no key update');
const write = sql<never>('membership.writeFrozen', 'update member set frozen = $2 where id = $1');

interface FreezeDeps {
  readonly db: Db;
  readonly sessions: Pick<Sessions, 'endAll'>;
  readonly nowMs: number;
}

/**
 * Freezes a member, or ends it (rules 7). Sessions end either way: one that was being opened at the very moment of a freeze must not come to
 * life with its end. Money stays where it is, and what is open is filled and settled as agreed: nothing else asks whether a member is frozen.
 * `already_decided` when it is as asked.
 */
export async function setFrozen(
  { memberId, frozen, remark }: { readonly memberId: string; readonly frozen: boolean; readonly remark: string }, by: OperatorContext, { db, sessions, nowMs }: FreezeDeps,
): Promise<OperatorResult<null>> {
  const done = await db.transaction(async (tx): Promise<OperatorResult<null>> => {
    const [before] = await tx.run(lock, [memberId]);
    if (!before) return refuseOperator('not_found');
    if (before.frozen === frozen) return refuseOperator('already_decided');
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
