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

/** When a member froze the account, while it is so; undefined when they did not. */
export const selfFrozenAt = async (query: Query, memberId: string): Promise<Date | undefined> =>
  (await query.run(selfFrozen, [memberId]))[0]?.at;

/** Whether a member is frozen, nobody else's to change until the transaction ends; undefined when there is none. */
export const lockFrozen = async (tx: Tx, memberId: string): Promise<boolean | undefined> =>
  (await tx.run(lock, [memberId]))[0]?.frozen;

/** What an operator decides of a member's account. */
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
 * Writes it, ends the sessions either way, tells the member and logs it: one that was being opened at the very moment
 * of a freeze must not come to life with its end. Sessions are to be ended once more when it is committed, for those
 * that came into memory meanwhile.
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
 * Freezes a member, or ends it (RULES 7). Money stays where it is, and what is open is filled and settled as agreed:
 * nothing else asks whether a member is frozen. `already_decided` when it is as asked; `changed_meanwhile` where the
 * member froze it: two operators thaw that.
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
