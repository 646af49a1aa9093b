import { refuseOperator, type OperatorResult } from '@plimsoll/contract/operator';
import { sql, type Db, type Query, type Tx } from '../../platform/db.ts';
import type { OperatorContext } from '../../platform/http/index.ts';
import type { Sessions } from '../../platform/sessions.ts';
import { notifyMember } from '../notices/index.ts';
import { appendAuditLog } from '../../platform/operator-log.ts';

const lock = sql<{ frozen: boolean }>(
  'membership.lockFrozen',
  'select frozen from member where id = $1 for no key update',
);
const selfFrozen = sql<{ at: Date }>(
  'membership.selfFrozen',
  'select created_at as at from self_freeze where member_id = $1 and thawed_at is null',
);
const write = sql<never>('membership.writeFrozen', 'update member set frozen = $2 where id = $1');

/** When the member froze the account; undefined unless it still is. */
export const selfFrozenAt = async (query: Query, memberId: string): Promise<Date | undefined> =>
  (await query.run(selfFrozen, [memberId]))[0]?.at;

/** Whether a member is frozen, locked until the transaction ends; undefined when there is none. */
export const lockFrozen = async (tx: Tx, memberId: string): Promise<boolean | undefined> =>
  (await tx.run(lock, [memberId]))[0]?.frozen;

export interface Freezing {
  readonly memberId: string;
  readonly frozen: boolean;
  readonly remark: string;
}
interface FreezeDeps {
  readonly db: Db;
  readonly sessions: Pick<Sessions, 'endAll'>;
  readonly nowMs: number;
}

/**
 * Writes, notifies, logs and ends the sessions, after a thaw too: one opened during the freeze stays invalid. The
 * caller ends them again after the commit.
 */
export async function writeFrozen(
  tx: Tx,
  { memberId, frozen, remark }: Freezing,
  by: OperatorContext,
  { sessions, nowMs }: Omit<FreezeDeps, 'db'>,
): Promise<void> {
  await tx.run(write, [memberId, frozen]);
  await sessions.endAll(memberId, tx);
  await notifyMember(tx, [{ memberId, kind: frozen ? 'frozen' : 'unfrozen', params: {} }], nowMs);
  await appendAuditLog(
    tx,
    {
      by,
      action: frozen ? 'freeze' : 'unfreeze',
      resource: 'members',
      ref: memberId,
      before: { frozen: frozen ? 0 : 1 },
      after: { frozen: frozen ? 1 : 0 },
      remark,
    },
    nowMs,
  );
}

/**
 * Freezes or thaws a member (RULES 7); orders and options go on. `already_decided` when it is so; `changed_meanwhile`
 * when the member froze it.
 */
export async function setFrozen(
  wish: Freezing,
  by: OperatorContext,
  { db, ...deps }: FreezeDeps,
): Promise<OperatorResult<null>> {
  const { memberId, frozen } = wish;
  const done = await db.transaction(async (tx): Promise<OperatorResult<null>> => {
    const isFrozen = await lockFrozen(tx, memberId);
    if (isFrozen === undefined) return refuseOperator('not_found');
    if (isFrozen === frozen) return refuseOperator('already_decided');
    if (!frozen && (await selfFrozenAt(tx, memberId))) return refuseOperator('changed_meanwhile');
    await writeFrozen(tx, wish, by, deps);
    return { ok: true, value: null };
  });
  if (done.ok) await deps.sessions.endAll(memberId);
  return done;
}
