import type { z } from 'zod';
import { refuseOperator, type OperatorResult } from '@plimsoll/contract/operator';
import type {
  changeOwnPassword,
  endOwnSessions,
  enrolTotp,
  listOwnSessions,
  readSession,
  refreshFactor,
} from '@plimsoll/contract/operator/operators';
import type { OperatorContext } from '../../platform/http/index.ts';
import { appendAuditLog } from '../../platform/operator-log.ts';
import type { UseCaseDeps } from './deps.ts';
import { hasTotp } from './item.ts';
import { proveForSession } from './prove-password.ts';
import { takePasskey } from './passkeys.ts';
import {
  confirmTotp,
  keepTotpSecret,
  lockOperator,
  operatorById,
  replacePassword,
  takeTotpStep,
  type OperatorRow,
} from './store.ts';
import { isWeakPassword } from './weak-password.ts';
import { areCodesStopped, countWrongCode, forgetWrongCodes } from './wrong-codes.ts';

type Answer<Call extends { readonly output: z.ZodType }> = OperatorResult<z.output<Call['output']>>;

/** The operator of this session. */
export async function ownSession(
  { operator }: OperatorContext,
  { db, mode }: UseCaseDeps,
): Promise<Answer<typeof readSession>> {
  const { operatorId, username, role, lack } = operator;
  const row = await operatorById(db, operatorId);
  return {
    ok: true,
    value: {
      id: Number(operatorId),
      username,
      role,
      totp: row && hasTotp(row) ? 1 : 0,
      mode,
      fresh: lack === 'factor_needed' ? 0 : 1,
      enrol: lack === 'factor_missing' ? 1 : 0,
    },
  };
}

/** Ends this session. */
export const logout = (context: OperatorContext, { db, clock, sessions }: UseCaseDeps): Promise<OperatorResult<null>> =>
  db.transaction(async (tx) => {
    await sessions.end(context.operator.sessionHash, tx);
    await appendAuditLog(
      tx,
      { by: context, action: 'logout', resource: 'session', ref: context.operator.operatorId },
      clock.nowMs(),
    );
    return { ok: true, value: null };
  });

/** Asks for the password again; wrong ones count for the session. */
export async function provenAgain(
  password: string,
  context: OperatorContext,
  deps: UseCaseDeps,
): Promise<OperatorResult<OperatorRow>> {
  const proven = await proveForSession(password, context, deps);
  if (!proven.ok) return proven.refusal.reason === 'bad_login' ? refuseOperator('wrong_password') : proven;
  deps.throttle.succeeded(context.operator.username, proven.value.lane);
  return { ok: true, value: proven.value.operator };
}

/** Changes one's own password and ends one's other sessions. */
export async function replaceOwnPassword(
  { password, newpassword }: z.output<typeof changeOwnPassword.input>,
  context: OperatorContext,
  deps: UseCaseDeps,
): Promise<OperatorResult<null>> {
  const { operatorId, username, sessionHash } = context.operator;
  if (isWeakPassword(newpassword, username)) return refuseOperator('bad_password');
  const proven = await provenAgain(password, context, deps);
  if (!proven.ok) return proven;
  const { db, clock, passwords, sessions } = deps;
  const to = await passwords.hash(newpassword, 'console');
  return db.transaction(async (tx) => {
    if (!(await replacePassword(tx, operatorId, { from: proven.value.password_hash, to })))
      return refuseOperator('wrong_password');
    await sessions.endAll(operatorId, tx, sessionHash);
    await appendAuditLog(
      tx,
      { by: context, action: 'change-password', resource: 'operators', ref: operatorId },
      clock.nowMs(),
    );
    return { ok: true, value: null };
  });
}

/** Enrols an authenticator: shows a new secret, then puts it in force by its code. */
export async function enrolAuthenticator(
  { password, code }: z.output<typeof enrolTotp.input>,
  context: OperatorContext,
  deps: UseCaseDeps,
): Promise<Answer<typeof enrolTotp>> {
  const proven = await provenAgain(password, context, deps);
  if (!proven.ok) return proven;
  const { db, clock, totp, sessions } = deps;
  const { operatorId, username } = context.operator;
  return db.transaction(async (tx): Promise<Answer<typeof enrolTotp>> => {
    const nowMs = clock.nowMs();
    const row = await lockOperator(tx, operatorId);
    if (!row || hasTotp(row)) return refuseOperator('already_exists');
    const log = (action: string, after: Record<string, unknown>) =>
      appendAuditLog(
        tx,
        { by: context, action, resource: 'operators', ref: operatorId, before: { totp: 0 }, after },
        nowMs,
      );
    if (code === undefined) {
      const { sealed, secret, uri } = totp.make(operatorId, username);
      await keepTotpSecret(tx, operatorId, sealed);
      await log('begin-totp', { totp: 0 });
      return { ok: true, value: { enabled: 0, secret, uri } };
    }
    const step = row.totp_secret
      ? totp.stepOf(code, { ownerId: operatorId, sealed: row.totp_secret }, nowMs)
      : undefined;
    if (step === undefined || !(await takeTotpStep(tx, operatorId, step))) return refuseOperator('wrong_code');
    await confirmTotp(tx, operatorId, new Date(nowMs));
    await sessions.proved(context.operator.sessionHash, tx);
    await log('enrol-totp', { totp: 1 });
    return { ok: true, value: { enabled: 1, secret: null, uri: null } };
  });
}

/** Takes a second factor again, for decisions about money in the next minutes. */
export const takeFreshFactor = (
  { code, passkey }: z.output<typeof refreshFactor.input>,
  context: OperatorContext,
  deps: UseCaseDeps,
): Promise<Answer<typeof refreshFactor>> =>
  deps.db.transaction(async (tx): Promise<Answer<typeof refreshFactor>> => {
    const { clock, totp, sessions } = deps;
    const { operatorId, sessionHash } = context.operator;
    const row = await lockOperator(tx, operatorId);
    if (passkey !== undefined) {
      if (!(await takePasskey(tx, operatorId, 'fresh', passkey, deps))) return refuseOperator('bad_passkey');
      await sessions.proved(sessionHash, tx);
      return { ok: true, value: { fresh: 1 } };
    }
    if (code === undefined || !row?.totp_secret || !hasTotp(row)) return refuseOperator('nothing_to_change');
    if (areCodesStopped(row)) return refuseOperator('codes_stopped');
    const step = totp.stepOf(code, { ownerId: operatorId, sealed: row.totp_secret }, clock.nowMs());
    if (step === undefined || !(await takeTotpStep(tx, operatorId, step))) {
      await countWrongCode(tx, row, context, deps);
      return refuseOperator('wrong_code');
    }
    await forgetWrongCodes(tx, operatorId);
    await sessions.proved(sessionHash, tx);
    return { ok: true, value: { fresh: 1 } };
  });

/** Lists one's own sessions. */
export async function ownSessions(
  { operator: { operatorId, sessionHash } }: OperatorContext,
  { sessions }: UseCaseDeps,
): Promise<Answer<typeof listOwnSessions>> {
  const list = (await sessions.list(operatorId, sessionHash)).map(({ id, openedAt, usedAt, address, isOwn }) => ({
    // not money: an id, a number on the wire
    id: Number(id),
    addtime: openedAt.toISOString(),
    last_seen: usedAt.toISOString(),
    address,
    here: isOwn ? (1 as const) : (0 as const),
  }));
  return { ok: true, value: { list, total: list.length } };
}

/** Ends one or all of one's other sessions. */
export const endSessions = (
  { id }: z.output<typeof endOwnSessions.input>,
  context: OperatorContext,
  { db, clock, sessions }: UseCaseDeps,
): Promise<Answer<typeof endOwnSessions>> =>
  db.transaction(async (tx): Promise<Answer<typeof endOwnSessions>> => {
    const { operatorId, sessionHash } = context.operator;
    const ended =
      id === undefined
        ? await sessions.endAll(operatorId, tx, sessionHash)
        : await sessions.endOther(operatorId, id, sessionHash, tx);
    if (ended > 0)
      await appendAuditLog(
        tx,
        { by: context, action: 'end-sessions', resource: 'session', ref: operatorId, after: { ended } },
        clock.nowMs(),
      );
    return { ok: true, value: { ended } };
  });
