import type { z } from 'zod';
import { refuseOperator, type OperatorItem, type OperatorResult } from '@plimsoll/contract/operator';
import type { changeOperator as call } from '@plimsoll/contract/operator/operators';
import type { OperatorContext } from '../../platform/http/index.ts';
import { logDeed } from './audit-log.ts';
import type { Desk } from './deps.ts';
import { hasTotp, itemOf, loggedOf } from './item.ts';
import { lockWithEnabledOwners, operatorById, writeChange } from './store.ts';
import { isWeakPassword } from './weak-password.ts';

/**
 * An owner changes another operator: password, role, whether they may log in, a lost authenticator. Nobody is changed by themselves here:
 * what is theirs to change asks for the password again. A new password or role, and being disabled, end their sessions.
 */
export async function changeOperator(input: z.output<typeof call.input>, context: OperatorContext, desk: Desk): Promise<OperatorResult<OperatorItem>> {
  const { id, password, totp } = input;
  const isNothing = password === undefined && totp === undefined && input.role === undefined && input.enabled === undefined;
  if (isNothing) return refuseOperator('nothing_to_change');
  const { db, clock, passwords, sessions } = desk;
  const known = await operatorById(db, id);
  if (!known) return refuseOperator('not_found');
  if (password !== undefined && isWeakPassword(password, known.username)) return refuseOperator('bad_password');
  if (id === context.operator.operatorId) return refuseOperator('in_use');
  const passwordHash = password === undefined ? null : await passwords.hash(password);

  return db.transaction(async (tx) => {
    const rows = await lockWithEnabledOwners(tx, id);
    // Two owners may take each other's role at the same moment: the second finds that it is no owner any more.
    if (!rows.some((row) => row.id === context.operator.operatorId && row.role === 'owner' && row.enabled)) return refuseOperator('forbidden');
    const row = rows.find((each) => each.id === id);
    if (!row) return refuseOperator('not_found');
    const role = input.role ?? row.role;
    const enabled = input.enabled === undefined ? row.enabled : input.enabled === 1;
    const forgetsTotp = totp !== undefined && (hasTotp(row) || row.totp_secret !== null);
    if (passwordHash === null && role === row.role && enabled === row.enabled && !forgetsTotp) return { ok: true, value: itemOf(row) };
    const changed = await writeChange(tx, id, { passwordHash, role, enabled, forgetsTotp });
    if (!changed) return refuseOperator('not_found');
    if (passwordHash !== null || role !== row.role || !enabled) await sessions.endAll(id, tx);
    const after = { ...loggedOf(changed), ...(passwordHash === null ? {} : { password: 'another' }) };
    await logDeed(tx, { by: context, action: 'change', resource: 'operators', ref: id, before: loggedOf(row), after }, clock.nowMs());
    return { ok: true, value: itemOf(changed) };
  });
}
