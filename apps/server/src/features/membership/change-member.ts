import { refuseOperator, type OperatorResult } from '@plimsoll/contract/operator';
import type { changeMember as changeCall } from '@plimsoll/contract/operator/membership';
import type { z } from 'zod';
import { sql, type Db } from '../../platform/db.ts';
import type { OperatorContext } from '../../platform/http/index.ts';
import { appendAuditLog } from '../../platform/operator-log.ts';

interface Row {
  vip: number;
  credit_score: number;
}
const lock = sql<Row>(
  'membership.lockStanding',
  'select vip, credit_score from member where id = $1 for no key update',
);
const write = sql<never>('membership.writeStanding', 'update member set vip = $2, credit_score = $3 where id = $1');

/** Sets a member's VIP level or credit score, and logs it. */
export async function changeMember(
  db: Db,
  { id, vip, credit_score }: z.output<typeof changeCall.input>,
  by: OperatorContext,
  nowMs: number,
): Promise<OperatorResult<null>> {
  if (vip === undefined && credit_score === undefined) return refuseOperator('nothing_to_change');
  return db.transaction(async (tx): Promise<OperatorResult<null>> => {
    const [before] = await tx.run(lock, [id]);
    if (!before) return refuseOperator('not_found');
    const after = { vip: vip ?? before.vip, credit_score: credit_score ?? before.credit_score };
    await tx.run(write, [id, after.vip, after.credit_score]);
    await appendAuditLog(
      tx,
      { by, action: 'change', resource: 'members', ref: id, before: { ...before }, after },
      nowMs,
    );
    return { ok: true, value: null };
  });
}
