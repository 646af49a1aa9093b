import { createHash } from 'node:crypto';
import { SCRIPT_STATUS } from '@plimsoll/contract/codes/site';
import { trim } from '@plimsoll/contract/fields';
import { refuseOperator, type OperatorResult, type ScriptItem } from '@plimsoll/contract/operator';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { OperatorContext } from '../../platform/http/index.ts';
import type { Log } from '../../platform/log.ts';
import { appendAuditLog } from '../../platform/operator-log.ts';
import { maySecondFor, notEstablished } from '../proposals/index.ts';
import { endScript, findScriptToDecide, insertScript, startScript } from './script-store.ts';
import { refreshNow } from './refresh-now.ts';

export interface ScriptDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  /** Puts the change of script in force here. */
  readonly settings: { refresh(): Promise<void> };
}

interface Decision {
  readonly id: string;
  readonly remark: string;
}

/** Proposes a page script, to be approved by another owner (RULES 7). */
export async function proposeScript(
  content: string,
  context: OperatorContext,
  { db, clock }: ScriptDeps,
): Promise<OperatorResult<ScriptItem>> {
  if (trim(content) === '') return refuseOperator('bad_text');
  const hash = createHash('sha256').update(content).digest('hex');
  const atMs = clock.nowMs();
  const unfit = await notEstablished(db, context.operator.operatorId, atMs);
  if (unfit) return unfit;
  const value = await db.transaction(async (tx) => {
    const script = await insertScript(tx, content, hash, context.operator.operatorId, atMs);
    await appendAuditLog(
      tx,
      {
        by: context,
        action: 'create',
        resource: 'scripts',
        ref: String(script.id),
        after: { hash, status: script.status },
      },
      atMs,
    );
    return script;
  });
  return { ok: true, value };
}

/** Approves a script that another owner proposed; it replaces the running one. */
export async function approveScript(
  { id, remark }: Decision,
  context: OperatorContext,
  { db, clock, log, settings }: ScriptDeps,
): Promise<OperatorResult<ScriptItem>> {
  const { operatorId } = context.operator;
  const result = await db.transaction(async (tx): Promise<OperatorResult<ScriptItem>> => {
    const before = await findScriptToDecide(tx, id);
    if (!before) return refuseOperator('not_found');
    if (before.status !== SCRIPT_STATUS.waiting) return refuseOperator('already_decided');
    if (String(before.proposed_by) === operatorId) return refuseOperator('same_operator');
    if (!(await maySecondFor(tx, operatorId, { by: String(before.proposed_by), at: new Date(before.addtime) })))
      return refuseOperator('not_established');
    const atMs = clock.nowMs();
    const { script, replaced } = await startScript(tx, id, operatorId, atMs);
    const after = { hash: script.hash, status: script.status, ...(replaced === null ? {} : { replaced }) };
    await appendAuditLog(
      tx,
      {
        by: context,
        action: 'approve',
        resource: 'scripts',
        ref: id,
        before: { status: before.status },
        after,
        remark,
      },
      atMs,
    );
    return { ok: true, value: script };
  });
  if (result.ok) await refreshNow(settings, log);
  return result;
}

/** Ends a running or proposed script; one owner may do so. */
export async function revokeScript(
  { id, remark }: Decision,
  context: OperatorContext,
  { db, clock, log, settings }: ScriptDeps,
): Promise<OperatorResult<ScriptItem>> {
  const result = await db.transaction(async (tx): Promise<OperatorResult<ScriptItem>> => {
    const before = await findScriptToDecide(tx, id);
    if (!before) return refuseOperator('not_found');
    if (before.status === SCRIPT_STATUS.over) return refuseOperator('already_decided');
    const atMs = clock.nowMs();
    const script = await endScript(tx, id, context.operator.operatorId, atMs);
    const logged = {
      by: context,
      action: 'revoke',
      resource: 'scripts',
      ref: id,
      before: { status: before.status },
      after: { status: script.status },
      remark,
    };
    await appendAuditLog(tx, logged, atMs);
    return { ok: true, value: script };
  });
  if (result.ok) await refreshNow(settings, log);
  return result;
}
