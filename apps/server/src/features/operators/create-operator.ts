import type { z } from 'zod';
import { refuseOperator, type OperatorItem, type OperatorResult } from '@plimsoll/contract/operator';
import type { createOperator as call } from '@plimsoll/contract/operator/operators';
import type { OperatorContext } from '../../platform/http/index.ts';
import { logDeed } from './audit-log.ts';
import type { Desk } from './deps.ts';
import { itemOf, loggedOf } from './item.ts';
import { insertOperator } from './store.ts';
import { isWeakPassword } from './weak-password.ts';

/** An owner makes another operator, who can log in at once unless `enabled` is 0. */
export async function createOperator(
  { username, password, role, enabled }: z.output<typeof call.input>, context: OperatorContext, { db, clock, passwords }: Desk,
): Promise<OperatorResult<OperatorItem>> {
  if (isWeakPassword(password, username)) return refuseOperator('bad_password');
  const passwordHash = await passwords.hash(password);
  return db.transaction(async (tx) => {
    const nowMs = clock.nowMs();
    const row = await insertOperator(tx, { username, passwordHash, role, enabled: enabled !== 0 }, new Date(nowMs));
    if (!row) return refuseOperator('already_exists');
    await logDeed(tx, { by: context, action: 'create', resource: 'operators', ref: row.id, after: loggedOf(row) }, nowMs);
    return { ok: true, value: itemOf(row) };
  });
}
