import type { z } from 'zod';
import { refuseOperator, type OperatorItem, type OperatorResult, type Proposed } from '@plimsoll/contract/operator';
import type { resetOperator as call } from '@plimsoll/contract/operator/operators';
import type { Tx } from '../../platform/db.ts';
import type { OperatorContext } from '../../platform/http/index.ts';
import { appendAuditLog } from '../../platform/operator-log.ts';
import type { Applied } from '../../platform/two-operators.ts';
import { addressOf, unusablePassword, writeClaim } from './claims.ts';
import type { UseCaseDeps } from './deps.ts';
import { itemOf, loggedOf } from './item.ts';
import { deletePasskeys } from './passkey-store.ts';
import { linkOperators, lockOperator, operatorById, writeReset } from './store.ts';

interface Wanted {
  readonly id: string;
  readonly remark: string;
}

async function apply(
  tx: Tx,
  { id, remark }: Wanted,
  context: OperatorContext,
  proposedBy: string | undefined,
  { clock, passwords, sessions, mode }: UseCaseDeps,
): Promise<OperatorResult<Applied<OperatorItem>>> {
  const row = await lockOperator(tx, id);
  if (!row) return refuseOperator('not_found');
  if (id === context.operator.operatorId) return refuseOperator('in_use');
  if (addressOf(row, mode) === undefined) return refuseOperator('bad_email');
  const at = new Date(clock.nowMs());
  const reset = await writeReset(tx, id, await unusablePassword(passwords), at);
  if (!reset) return refuseOperator('not_found');
  await linkOperators(tx, id, 'reset', [context.operator.operatorId, proposedBy], at);
  await deletePasskeys(tx, id);
  await sessions.endAll(id, tx);
  const aside = await writeClaim(tx, reset, at);
  const [before, after] = [
    { ...loggedOf(row), passkeys: row.passkeys },
    { ...loggedOf(reset), passkeys: 0, password: 'by a link' },
  ];
  await appendAuditLog(
    tx,
    { by: context, action: 'reset', resource: 'operators', ref: id, before, after, remark },
    at.getTime(),
  );
  return {
    ok: true,
    value: { value: itemOf((await operatorById(tx, id)) ?? reset), ref: id, name: row.username, before, after, aside },
  };
}

/** Removes an operator's password and factors, by two operators, and mails a link to choose a password (RULES 8). */
export function resettingOperators(
  deps: UseCaseDeps,
): (input: z.output<typeof call.input>, context: OperatorContext) => Promise<OperatorResult<OperatorItem | Proposed>> {
  const { db, proposals, mailClaim } = deps;
  const { propose } = proposals.define<Wanted, OperatorItem>({
    kind: 'operators',
    what: 'reset',
    role: 'owner',
    apply: (tx, wanted, context, proposedBy) => apply(tx, wanted, context, proposedBy, deps),
    committed: mailClaim,
  });
  return async ({ id, remark }, context) => {
    if (remark === '') return refuseOperator('remark_needed');
    if (!(await operatorById(db, id))) return refuseOperator('not_found');
    return id === context.operator.operatorId ? refuseOperator('in_use') : propose({ id, remark }, context);
  };
}
