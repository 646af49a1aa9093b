import type { z } from 'zod';
import {
  refuseOperator,
  type OperatorItem,
  type OperatorResult,
  type Proposed,
  type Role,
} from '@plimsoll/contract/operator';
import type { createOperator as call } from '@plimsoll/contract/operator/operators';
import type { Tx } from '../../platform/db.ts';
import type { OperatorContext } from '../../platform/http/index.ts';
import { appendAuditLog } from '../../platform/operator-log.ts';
import type { Applied } from '../../platform/two-operators.ts';
import { unusablePassword, writeClaim } from './claims.ts';
import type { UseCaseDeps } from './deps.ts';
import { itemOf, loggedOf } from './item.ts';
import { insertOperator, linkOperators, operatorById } from './store.ts';
import { isWeakPassword } from './weak-password.ts';

/** An operator to create, as the proposal stores it. */
interface Wanted {
  readonly username: string;
  readonly role: Role;
  readonly enabled: boolean;
  readonly email: string | null;
  readonly passwordHash: string | null;
}

async function apply(
  tx: Tx,
  wanted: Wanted,
  context: OperatorContext,
  proposedBy: string | undefined,
  { clock, passwords }: UseCaseDeps,
): Promise<OperatorResult<Applied<OperatorItem>>> {
  const nowMs = clock.nowMs();
  const passwordHash = wanted.passwordHash ?? (await unusablePassword(passwords));
  const row = await insertOperator(tx, { ...wanted, passwordHash }, new Date(nowMs));
  if (!row) return refuseOperator('already_exists');
  await linkOperators(tx, row.id, 'create', [context.operator.operatorId, proposedBy], new Date(nowMs));
  const aside = wanted.passwordHash === null ? await writeClaim(tx, row, new Date(nowMs)) : undefined;
  await appendAuditLog(
    tx,
    { by: context, action: 'create', resource: 'operators', ref: row.id, after: loggedOf(row) },
    nowMs,
  );
  const made = (await operatorById(tx, row.id)) ?? row;
  return {
    ok: true,
    value: {
      value: itemOf(made),
      ref: row.id,
      name: row.username,
      before: null,
      after: loggedOf(row),
      ...(aside ? { aside } : {}),
    },
  };
}

/** Creates operators: by two (RULES 8), or in a demo by one while owners are few. */
export function creatingOperators(
  deps: UseCaseDeps,
): (input: z.output<typeof call.input>, context: OperatorContext) => Promise<OperatorResult<OperatorItem | Proposed>> {
  const { proposals, passwords, mode, mailClaim, mayActAlone } = deps;
  const { run, propose } = proposals.define<Wanted, OperatorItem>({
    kind: 'operators',
    what: 'create',
    role: 'owner',
    apply: (tx, wanted, context, proposedBy) => apply(tx, wanted, context, proposedBy, deps),
    committed: mailClaim,
  });
  return async ({ username, password, role, enabled, email }, context) => {
    // Nobody chooses another's password, except in a demo.
    if (password !== undefined && mode === 'live') return refuseOperator('not_settable', { field: 'password' });
    if (password !== undefined && isWeakPassword(password, username)) return refuseOperator('bad_password');
    if (password === undefined && email === undefined && mode === 'live')
      return refuseOperator('bad_email', { field: 'email' });
    const passwordHash = password === undefined ? null : await passwords.hash(password, 'console');
    const wanted: Wanted = { username, role, enabled: enabled !== 0, email: email ?? null, passwordHash };
    return (await mayActAlone()) ? run(wanted, context) : propose(wanted, context);
  };
}
