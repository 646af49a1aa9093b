import type { z } from 'zod';
import {
  isAtLeast,
  refuseOperator,
  type OperatorItem,
  type OperatorResult,
  type Proposed,
  type Role,
} from '@plimsoll/contract/operator';
import type { changeOperator as call } from '@plimsoll/contract/operator/operators';
import type { Tx } from '../../platform/db.ts';
import type { OperatorContext } from '../../platform/http/index.ts';
import { appendAuditLog } from '../../platform/operator-log.ts';
import type { Applied } from '../../platform/two-operators.ts';
import type { UseCaseDeps } from './deps.ts';
import { itemOf, loggedOf } from './item.ts';
import { linkOperators, lockWithEnabledOwners, operatorById, writeChange, type OperatorRow } from './store.ts';

interface Wanted {
  readonly id: string;
  readonly role?: Role | undefined;
  readonly enabled?: 0 | 1 | undefined;
  readonly email?: string | undefined;
  /** Of what one operator does; never of a proposal. */
  readonly byOne?: true;
}

/** True for more rights or another way to log in. */
const givesMore = ({ role, enabled, email }: Wanted, row: OperatorRow): boolean =>
  (role !== undefined && role !== row.role && isAtLeast(role, row.role)) ||
  (enabled === 1 && !row.enabled) ||
  (email !== undefined && email !== row.email);

async function apply(
  tx: Tx,
  wanted: Wanted,
  context: OperatorContext,
  proposedBy: string | undefined,
  { clock, sessions, mode }: UseCaseDeps,
): Promise<OperatorResult<Applied<OperatorItem>>> {
  const { id } = wanted;
  const rows = await lockWithEnabledOwners(tx, id);
  const owners = rows.filter(({ role, enabled }) => role === 'owner' && enabled);
  // Two owners may demote each other: the second is none by now.
  if (!owners.some((owner) => owner.id === context.operator.operatorId)) return refuseOperator('forbidden');
  const row = rows.find((each) => each.id === id);
  if (!row) return refuseOperator('not_found');
  if (id === context.operator.operatorId) return refuseOperator('in_use');
  // It gave nothing more when one operator was enough for it: another has disabled or demoted them since.
  if (wanted.byOne && givesMore(wanted, row) && !(mode === 'demo' && owners.length < 2))
    return refuseOperator('changed_meanwhile');
  const role = wanted.role ?? row.role;
  const enabled = wanted.enabled === undefined ? row.enabled : wanted.enabled === 1;
  const email = wanted.email ?? row.email;
  if (role === row.role && enabled === row.enabled && email === row.email)
    return { ok: true, value: { value: itemOf(row), ref: id, name: row.username, before: {}, after: {} } };
  const nowMs = clock.nowMs();
  const changed = await writeChange(tx, id, { role, enabled, email });
  if (!changed) return refuseOperator('not_found');
  if (givesMore(wanted, row))
    await linkOperators(tx, id, 'change', [context.operator.operatorId, proposedBy], new Date(nowMs));
  if (role !== row.role || !enabled) await sessions.endAll(id, tx);
  const [before, after] = [loggedOf(row), loggedOf(changed)];
  await appendAuditLog(tx, { by: context, action: 'change', resource: 'operators', ref: id, before, after }, nowMs);
  return {
    ok: true,
    value: { value: itemOf((await operatorById(tx, id)) ?? changed), ref: id, name: row.username, before, after },
  };
}

/**
 * Changes another operator. Adding rights needs two operators (RULES 8), removing them one, and ends their sessions.
 */
export function changingOperators(
  deps: UseCaseDeps,
): (input: z.output<typeof call.input>, context: OperatorContext) => Promise<OperatorResult<OperatorItem | Proposed>> {
  const { db, proposals, mayActAlone } = deps;
  const { run, propose } = proposals.define<Wanted, OperatorItem>({
    kind: 'operators',
    what: 'change',
    role: 'owner',
    apply: (tx, wanted, context, proposedBy) => apply(tx, wanted, context, proposedBy, deps),
  });
  return async (input, context) => {
    const { id, role, enabled, email } = input;
    if (role === undefined && enabled === undefined && email === undefined) return refuseOperator('nothing_to_change');
    const row = await operatorById(db, id);
    if (!row) return refuseOperator('not_found');
    if (id === context.operator.operatorId) return refuseOperator('in_use');
    const wanted: Wanted = { id, role, enabled, email };
    const isForOne = !givesMore(wanted, row) || (await mayActAlone());
    return isForOne ? run({ ...wanted, byOne: true }, context) : propose(wanted, context);
  };
}
